/** When the portal is drawn first. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import { samplePerson } from '#domain/identity/samples.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { session } from '#machines/session/session.machine.ts';
import { knownSoon, whenKnown } from '#src/app/when-known.ts';

/** A document in which nothing, or the picture of a page, is seen. */
const pageWith = (picture: unknown) => ({ getElementById: () => picture }) as unknown as Document;
const KNOWN_SOON = knownSoon(pageWith(null));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Settles as soon as it is known who is signed in. */
const known = async (actor: ActorRefFrom<typeof session>) => {
  await waitFor(actor, (state) => !state.hasTag('busy'));
};

/** A session that asks the provider, which answers as said; and what is drawn when. */
function asking(answer: Promise<unknown>, { mayBeSignedIn = true, pageCode = Promise.resolve() } = {}) {
  const run = () => answer;
  const actor: ActorRefFrom<typeof session> = createActor(provideEffects(session, run), {
    input: { isReturning: false, mayBeSignedIn },
  });
  actor.start();
  const draw = vi.fn();
  return { draw, giveUp: whenKnown([known(actor), pageCode], draw, KNOWN_SOON) };
}

it('is later where a picture of the page is seen meanwhile, but within two seconds', () => {
  expect([KNOWN_SOON, knownSoon(pageWith({}))]).toEqual([250, 2000]);
});

it('is at once where nobody can be signed in', async () => {
  const { draw } = asking(new Promise(() => undefined), { mayBeSignedIn: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(draw).toHaveBeenCalledOnce();
});

it('is as soon as the provider has answered, and not again later', async () => {
  const { draw } = asking(Promise.resolve(samplePerson));
  expect(draw).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(draw).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10 * KNOWN_SOON);
  expect(draw).toHaveBeenCalledOnce();
});

it('is soon where the provider takes long', async () => {
  const { draw } = asking(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(KNOWN_SOON - 1);
  expect(draw).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(draw).toHaveBeenCalledOnce();
});

it('is as soon as the code of the page has come, where that comes last', async () => {
  let arrive: () => void = () => undefined;
  const pageCode = new Promise<void>((resolve) => (arrive = resolve));
  const { draw } = asking(Promise.resolve(samplePerson), { pageCode });
  await vi.advanceTimersByTimeAsync(KNOWN_SOON - 2);
  expect(draw).not.toHaveBeenCalled();
  arrive();
  await vi.advanceTimersByTimeAsync(1);
  expect(draw).toHaveBeenCalledOnce();
});

it('is soon where the code of the page takes long', async () => {
  const { draw } = asking(Promise.resolve(samplePerson), { pageCode: new Promise(() => undefined) });
  await vi.advanceTimersByTimeAsync(KNOWN_SOON);
  expect(draw).toHaveBeenCalledOnce();
});

it('is never where it was given up', async () => {
  const { draw, giveUp } = asking(Promise.resolve(samplePerson));
  giveUp();
  await vi.advanceTimersByTimeAsync(10 * KNOWN_SOON);
  expect(draw).not.toHaveBeenCalled();
});
