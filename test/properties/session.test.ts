/** Where somebody is taken whose sign-in does not go straight (P §5.1: the address that was asked for). */
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { provideEffects } from '#machines/kit/effect.ts';
import { session } from '#machines/session/session.machine.ts';
import { createTestRunner } from '#test/support/runner.ts';
import { flush } from '#test/support/scripted.ts';

const ASKED = '/payments/payflow/schedule?from=mail#amounts';

/** Somebody who is not signed in, at a provider that answers or does not; and where they were to come back to, each time. */
async function visitor({ isReturning = false } = {}) {
  const provider = { isDown: false };
  const asked: unknown[] = [];
  const silence = () => Promise.reject(new Error('The provider does not answer'));
  const run = createTestRunner({
    'session.renew': () => null,
    'session.finishSignIn': silence,
    'session.leaveForSignIn': (input) => {
      asked.push(input);
      return provider.isDown ? silence() : undefined;
    },
  });
  const actor = createActor(provideEffects(session, run), { input: { isReturning, mayBeSignedIn: true } }).start();
  await flush();
  return { actor, provider, asked };
}

it('the address that was asked for is still known when the provider did not answer the first time', async () => {
  const { actor, provider, asked } = await visitor();
  provider.isDown = true;
  actor.send({ type: 'signIn.wanted', returnTo: ASKED });
  await flush();
  expect(actor.getSnapshot().value).toBe('couldNotSignIn');
  provider.isDown = false;
  actor.send({ type: 'retry.wanted' });
  await flush();
  expect(asked).toEqual([{ returnTo: ASKED }, { returnTo: ASKED }]);
});

it('whoever follows a link from there is a visitor, and is not led anywhere', async () => {
  const { actor, provider } = await visitor();
  provider.isDown = true;
  actor.send({ type: 'signIn.wanted', returnTo: ASKED });
  await flush();
  actor.send({ type: 'page.left' });
  expect(actor.getSnapshot().value).toBe('signedOut');
  expect(actor.getSnapshot().context.returnTo).toBeNull();
});

it('a sign-in that came back and was not finished starts again from the first page', async () => {
  const { actor, asked } = await visitor({ isReturning: true });
  actor.send({ type: 'retry.wanted' });
  await flush();
  expect(asked).toEqual([{ returnTo: '/' }]);
});
