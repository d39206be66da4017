/** The URL after an interrupted sign-in (P §5.1: return to the requested URL). */
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { provideEffects } from '#machines/kit/effect.ts';
import { session } from '#machines/session/session/session.machine.ts';
import { createTestRunner } from '#test/support/runner.ts';
import { flush } from '#test/support/scripted.ts';

const ASKED = '/payments/payflow/schedule?from=mail#amounts';

/** A visitor with a sign-in provider that may be down. Records the requested return URLs. */
async function visitor({ isReturning = false } = {}) {
  const provider = { isDown: false };
  const requests: unknown[] = [];
  const silence = () => Promise.reject(new Error('The provider does not answer'));
  const run = createTestRunner({
    'session.renew': () => null,
    'session.finishSignIn': silence,
    'session.leaveForSignIn': (input) => {
      requests.push(input);
      return provider.isDown ? silence() : undefined;
    },
  });
  const actor = createActor(provideEffects(session, run), { input: { isReturning, mayBeSignedIn: true } }).start();
  await flush();
  return { actor, provider, requests };
}

it('the requested URL is preserved if the provider did not respond at first', async () => {
  const { actor, provider, requests } = await visitor();
  provider.isDown = true;
  actor.send({ type: 'signIn.requested', returnTo: ASKED });
  await flush();
  expect(actor.getSnapshot().value).toBe('couldNotSignIn');
  provider.isDown = false;
  actor.send({ type: 'retry.requested' });
  await flush();
  expect(requests).toEqual([{ returnTo: ASKED }, { returnTo: ASKED }]);
});

it('a person who follows a link after a failed sign-in is a visitor without a return URL', async () => {
  const { actor, provider } = await visitor();
  provider.isDown = true;
  actor.send({ type: 'signIn.requested', returnTo: ASKED });
  await flush();
  actor.send({ type: 'page.left' });
  expect(actor.getSnapshot().value).toBe('signedOut');
  expect(actor.getSnapshot().context.returnTo).toBeNull();
});

it('an unfinished sign-in that returned to the portal restarts from the home page', async () => {
  const { actor, requests } = await visitor({ isReturning: true });
  actor.send({ type: 'retry.requested' });
  await flush();
  expect(requests).toEqual([{ returnTo: '/' }]);
});
