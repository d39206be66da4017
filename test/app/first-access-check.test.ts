/** The check of the first page runs before rendering, and its decision is used once. */
import { createMemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { samplePerson } from '#domain/session/identity/samples.ts';
import { findRoute } from '#domain/portal/routes.ts';
import { type RunEffect, provideEffects } from '#machines/kit/effect.ts';
import { session } from '#machines/session/session/session.machine.ts';
import { sampleStarted } from '#test/support/sample-started.ts';
import { createAccessMemory } from '#src/app/access/access-memory.ts';
import { type AccessCheck, toCheckKey, startFirstCheck } from '#src/app/access/access-check.ts';
import { eventually } from '#test/support/eventually.ts';

const UPLOADS = '/documents/upload-documents';

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
  clear: () => stored.clear(),
  key: () => null,
  length: 0,
};

const facts = { isVeryDelinquent: false, borrowerActions: [], hasFederalAccount: true, totalDue: 0 };
const answers: Readonly<Record<string, unknown>> = { 'content.item': { data: 'false' }, 'access.facts': facts };

/** Starts the check for the upload page. `answer` may fail. */
function asking({
  isSignedIn = true,
  answer = async (call: string): Promise<unknown> => answers[call],
  isReturning = false,
} = {}) {
  const requested = vi.fn(answer);
  const run: RunEffect = async (effect) => {
    if (effect.kind === 'call') return requested(effect.call.id);
    if (effect.name === 'session.renew') return isSignedIn ? samplePerson : null;
    if (effect.name === 'session.finishSignIn') return { person: samplePerson, returnTo: '/documents/forms' };
    throw new Error(`Unexpected request for ${effect.name}`);
  };
  const actor = createActor(provideEffects(session, run), { input: { isReturning, mayBeSignedIn: true } }).start();
  const check = startFirstCheck({
    started: sampleStarted,
    access: createAccessMemory(storage),
    browser: { tab: storage, userAgent: '', cookies: () => '' },
    run,
    session: actor,
    router: createMemoryRouter([{ path: '*', element: null }], { initialEntries: [UPLOADS] }),
  });
  return { check, requested };
}

const toKey = (address: string, person = null as typeof samplePerson | null) => toCheckKey(findRoute(address), person);

const getDecision = (check: AccessCheck | undefined) => check?.getSnapshot().output?.decision;

it('it decides for URL and person as soon as the person is known', async () => {
  const { check, requested } = asking();
  expect(check.take(toKey(UPLOADS, samplePerson))).toBeUndefined();
  await check.decided;
  expect(requested.mock.calls).toEqual([['content.item'], ['access.facts']]);
  expect(check.take(toKey(UPLOADS))).toBeUndefined();
  expect(check.take(toKey('/documents/forms', samplePerson))).toBeUndefined();
  expect(getDecision(check.take(toKey(UPLOADS, samplePerson)))).toEqual({ kind: 'allowed' });
});

it('its decision is used once: the next visit of the page runs the check again', async () => {
  const { check } = asking({ isSignedIn: false });
  await check.decided;
  expect(getDecision(check.take(toKey(UPLOADS)))).toEqual({ kind: 'signIn' });
  expect(check.take(toKey(UPLOADS))).toBeUndefined();
});

it('it runs again on the next take if it could not get an answer', async () => {
  let isAway = true;
  const { check, requested } = asking({
    answer: async (call) => {
      if (isAway && call === 'access.facts') throw new TypeError('No answer');
      return answers[call];
    },
  });
  await check.decided;
  const taken = check.take(toKey(UPLOADS, samplePerson));
  expect(taken?.getSnapshot().matches('couldNotAsk')).toBe(true);
  isAway = false;
  taken?.send({ type: 'retry.requested' });
  await eventually(() => expect(getDecision(taken)).toEqual({ kind: 'allowed' }));
  // The failure could mean that maintenance has started.
  expect(requested.mock.calls.slice(2)).toEqual([['content.item'], ['access.facts']]);
});

it('it does not run if the sign-in returns to another URL', async () => {
  const { check, requested } = asking({ isReturning: true });
  await check.decided;
  expect(requested).not.toHaveBeenCalled();
  expect(check.take(toKey(UPLOADS, samplePerson))).toBeUndefined();
});
