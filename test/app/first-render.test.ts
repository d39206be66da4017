/** The time of the portal's first rendering. */
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import { samplePerson } from '#domain/session/identity/samples.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { session } from '#machines/session/session/session.machine.ts';
import { firstPageReady, firstRenderTimeout, renderWhenSettled } from '#src/app/first-load/first-render.ts';

/** A document with or without a prerendered page. */
const pageWith = (picture: unknown) => ({ getElementById: () => picture }) as unknown as Document;
const KNOWN_SOON = firstRenderTimeout(pageWith(null));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Waits until the session knows who is signed in. */
const known = async (actor: ActorRefFrom<typeof session>) => {
  await waitFor(actor, (state) => !state.hasTag('busy'));
};

/** A session whose provider gives this answer, and a spy for rendering. */
function asking(answer: Promise<unknown>, { mayBeSignedIn = true, pageCode = Promise.resolve() } = {}) {
  const run = () => answer;
  const actor: ActorRefFrom<typeof session> = createActor(provideEffects(session, run), {
    input: { isReturning: false, mayBeSignedIn },
  });
  actor.start();
  const draw = vi.fn();
  return { draw, giveUp: renderWhenSettled([known(actor), pageCode], draw, KNOWN_SOON) };
}

it('the time limit is longer with a prerendered page, but at most two seconds', () => {
  expect([KNOWN_SOON, firstRenderTimeout(pageWith({}))]).toEqual([250, 2000]);
});

it('rendering starts immediately if no one can be signed in', async () => {
  const { draw } = asking(new Promise(() => undefined), { mayBeSignedIn: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(draw).toHaveBeenCalledOnce();
});

it('rendering starts once, when the provider has answered', async () => {
  const { draw } = asking(Promise.resolve(samplePerson));
  expect(draw).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(draw).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10 * KNOWN_SOON);
  expect(draw).toHaveBeenCalledOnce();
});

it('rendering starts after the time limit if the provider is slow', async () => {
  const { draw } = asking(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(KNOWN_SOON - 1);
  expect(draw).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(draw).toHaveBeenCalledOnce();
});

it('rendering waits for the code of the page', async () => {
  let arrive: () => void = () => undefined;
  const pageCode = new Promise<void>((resolve) => (arrive = resolve));
  const { draw } = asking(Promise.resolve(samplePerson), { pageCode });
  await vi.advanceTimersByTimeAsync(KNOWN_SOON - 2);
  expect(draw).not.toHaveBeenCalled();
  arrive();
  await vi.advanceTimersByTimeAsync(1);
  expect(draw).toHaveBeenCalledOnce();
});

it('rendering starts after the time limit if the code is slow', async () => {
  const { draw } = asking(Promise.resolve(samplePerson), { pageCode: new Promise(() => undefined) });
  await vi.advanceTimersByTimeAsync(KNOWN_SOON);
  expect(draw).toHaveBeenCalledOnce();
});

it('rendering does not start after it was canceled', async () => {
  const { draw, giveUp } = asking(Promise.resolve(samplePerson));
  giveUp();
  await vi.advanceTimersByTimeAsync(10 * KNOWN_SOON);
  expect(draw).not.toHaveBeenCalled();
});

it('waits for the code of a lazy first page', async () => {
  let arrive = () => {};
  const code = new Promise<void>((resolve) => (arrive = resolve));
  const router = createMemoryRouter([{ path: '*', lazy: () => code.then(() => ({ element: null })) }]);
  const ready = vi.fn();
  void firstPageReady(router).then(ready);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([router.state.initialized, ready.mock.calls.length]).toEqual([false, 0]);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect([router.state.initialized, ready.mock.calls.length]).toEqual([true, 1]);
});

it('does not wait for a first page without a separate chunk', async () => {
  const router = createMemoryRouter([{ path: '*', element: null }]);
  await expect(firstPageReady(router)).resolves.toBeUndefined();
});
