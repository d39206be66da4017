/** The browser's hint that a person may be signed in, and its copy for the server. */
import { expect, it } from 'vitest';
import { createSignInHint, signInCookie } from '#src/app/session/sign-in-hint.ts';

function storageWith(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
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

it('the hint is sent to the server at the start of a page and on each change', () => {
  const announced: boolean[] = [];
  const storage = storageWith(new Map());
  const hint = createSignInHint(storage, (hasSignedIn) => announced.push(hasSignedIn));
  hint.set(true);
  expect(hint.has()).toBe(true);
  hint.set(false);
  expect(hint.has()).toBe(false);
  hint.set(true);
  createSignInHint(storage, (hasSignedIn) => announced.push(hasSignedIn));
  expect(announced).toEqual([false, true, false, true, true]);
});

it('the hint is true if the browser blocks storage', () => {
  const announced: boolean[] = [];
  const hint = createSignInHint(refusing, (hasSignedIn) => announced.push(hasSignedIn));
  hint.set(true);
  expect([hint.has(), ...announced]).toEqual([true, true, true]);
});

it('the hint is a cookie without a secret, deleted when no person has signed in', () => {
  expect(signInCookie(true, 'https:')).toBe('has-signed-in=1; Path=/; Max-Age=34560000; SameSite=Lax; Secure');
  expect(signInCookie(false, 'http:')).toBe('has-signed-in=1; Path=/; Max-Age=0; SameSite=Lax');
});
