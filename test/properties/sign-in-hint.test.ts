/** Whether somebody may be signed in, as this browser remembers it and tells the server. */
import { expect, it } from 'vitest';
import { createSignInHint, signInCookie } from '#src/app/session/sign-in-hint.ts';

function storageWith(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const refusing = {
  getItem: () => {
    throw new Error('Storage is refused');
  },
  setItem: () => {
    throw new Error('Storage is refused');
  },
  removeItem: () => undefined,
};

it('is told to the server when the page begins and whenever it changes', () => {
  const told: boolean[] = [];
  const storage = storageWith(new Map());
  const hint = createSignInHint(storage, (hasSignedIn) => told.push(hasSignedIn));
  hint.set(true);
  expect(hint.has()).toBe(true);
  hint.set(false);
  expect(hint.has()).toBe(false);
  hint.set(true);
  createSignInHint(storage, (hasSignedIn) => told.push(hasSignedIn));
  expect(told).toEqual([false, true, false, true, true]);
});

it('is that somebody may be signed in where storage is refused', () => {
  const told: boolean[] = [];
  const hint = createSignInHint(refusing, (hasSignedIn) => told.push(hasSignedIn));
  hint.set(true);
  expect([hint.has(), ...told]).toEqual([true, true, true]);
});

it('is a cookie without a secret, which is deleted when nobody has signed in', () => {
  expect(signInCookie(true, 'https:')).toBe('has-signed-in=1; Path=/; Max-Age=34560000; SameSite=Lax; Secure');
  expect(signInCookie(false, 'http:')).toBe('has-signed-in=1; Path=/; Max-Age=0; SameSite=Lax');
});
