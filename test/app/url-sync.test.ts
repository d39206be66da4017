/**
 * Synchronization of the URL and a flow's machine in both directions. URL changes that the machine refuses are reverted
 * (design, decision "completed-steps").
 */
import * as fc from 'fast-check';
import { createMemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, type AnyMachineSnapshot, assign, createActor, fromPromise, setup } from 'xstate';
import { getScreen, syncAddress } from '#src/app/flow/url-sync.ts';

const BASE = '/trip';

/** A booking flow: three steps to complete in order, then a state without a URL while booking, then a ticket. */
const trip = setup({
  types: {
    context: {} as { readonly done: number; readonly restarts: number },
    events: {} as
      | { type: 'next' }
      | { type: 'check' }
      | { type: 'previous' }
      | { type: 'again' }
      | { type: 'booked' }
      | { type: 'restart.requested' }
      | { type: 'xstate.route'; to: string },
    tags: {} as 'busy' | 'completed',
  },
  guards: {
    hasPlace: ({ context }) => context.done >= 1,
    hasDay: ({ context }) => context.done >= 2,
  },
}).createMachine({
  id: 'trip',
  context: { done: 0, restarts: 0 },
  initial: 'loading',
  states: {
    loading: {
      on: {
        'xstate.route': {},
        'restart.requested': { actions: assign({ restarts: ({ context }) => context.restarts + 1 }) },
        next: 'choosingPlace',
      },
    },
    choosingPlace: {
      id: 'place',
      meta: { path: '/trip/place', title: 'Place' },
      route: {},
      on: { next: { target: 'choosingDay', actions: assign({ done: 1 }) }, check: 'checkingPlace' },
    },
    checkingPlace: {
      tags: 'busy',
      meta: { path: '/trip/check', title: 'Check' },
      on: { 'xstate.route': {}, next: { target: 'choosingDay', actions: assign({ done: 1 }) } },
    },
    choosingDay: {
      id: 'day',
      meta: { path: '/trip/day', title: 'Day' },
      route: { guard: 'hasPlace' },
      on: { next: { target: 'reviewing', actions: assign({ done: 2 }) }, previous: 'choosingPlace' },
    },
    reviewing: {
      id: 'review',
      meta: { path: '/trip/review', title: 'Review' },
      route: { guard: 'hasDay' },
      on: {
        next: 'booking',
        previous: 'choosingDay',
        'restart.requested': { target: 'loading', actions: assign({ done: 0 }) },
      },
    },
    booking: { on: { 'xstate.route': {}, booked: 'booked' } },
    booked: {
      id: 'ticket',
      tags: 'completed',
      meta: { path: '/trip/ticket', title: 'Ticket' },
      on: {
        'xstate.route': { target: 'loading', actions: assign({ done: 0 }) },
        again: { target: 'loading', actions: assign({ done: 0 }) },
      },
    },
  },
});

/** Cleanup functions of the current test. */
const running: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  running.splice(0).forEach((stop) => stop());
  vi.useRealTimers();
});

/** Waits for promises to settle and for a refused Back or Forward to be reverted. */
const settled = () => vi.advanceTimersByTimeAsync(100);

interface Opened {
  readonly at: string | readonly string[];
  /** The index of the current history entry; the last one by default. */
  readonly index?: number;
  readonly base?: string;
}

/** Opens a browser history with a router and syncs it with the machine. */
async function open(actor: AnyActorRef, { at, index, base = BASE }: Opened) {
  const entries = [at].flat();
  const router = createMemoryRouter([{ path: '*', element: null }], {
    initialEntries: ['/before', ...entries],
    initialIndex: 1 + (index ?? entries.length - 1),
  });
  actor.start();
  const stop = syncAddress(actor, router, base);
  running.push(
    stop,
    () => actor.stop(),
    () => router.dispose(),
  );
  await settled();
  const act = async (what: () => unknown) => {
    await what();
    await settled();
  };
  /** Returns the history entries and the current index, after stopping the sync. */
  async function history(): Promise<{ entries: string[]; index: number }> {
    stop();
    const { key } = router.state.location;
    const behind: string[] = [];
    const keys: string[] = [];
    for (let last = ''; last !== router.state.location.key;) {
      last = router.state.location.key;
      await act(() => router.navigate(-1));
    }
    for (let last = ''; last !== router.state.location.key;) {
      last = router.state.location.key;
      behind.push(router.state.location.pathname);
      keys.push(last);
      await act(() => router.navigate(1));
    }
    return { entries: behind, index: keys.indexOf(key) };
  }
  return {
    router,
    history,
    stop,
    address: () => router.state.location.pathname,
    key: () => router.state.location.key,
    state: () => {
      const snapshot: AnyMachineSnapshot = actor.getSnapshot();
      return snapshot.value;
    },
    send: (type: string) => act(() => actor.send({ type })),
    back: () => act(() => router.navigate(-1)),
    forward: () => act(() => router.navigate(1)),
    go: (steps: number) => act(() => router.navigate(steps)),
    type: (address: string) => act(() => router.navigate(address)),
    restart: (address: string) => act(() => router.navigate(address, { state: { restarts: true } })),
  };
}

const openTrip = (opened: Opened = { at: '/trip' }) => open(createActor(trip), opened);

/** Opens the trip and advances it to the review step. */
async function reviewedTrip(actor = createActor(trip)) {
  const page = await open(actor, { at: '/trip' });
  for (const step of ['next', 'next', 'next']) await page.send(step);
  expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
  return page;
}

/** Opens the trip and advances it to the ticket. */
async function bookedTrip() {
  const page = await reviewedTrip();
  await page.send('next');
  await page.send('booked');
  expect([page.state(), page.address()]).toEqual(['booked', '/trip/ticket']);
  return page;
}

describe('when the machine changes, the URL', () => {
  it('waits for the first screen, which replaces the URL that was entered', async () => {
    const page = await openTrip();
    expect(page.address()).toBe('/trip');
    await page.send('next');
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/place'], index: 1 });
  });

  it('gets a new history entry for each new screen', async () => {
    const page = await reviewedTrip();
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/review'],
      index: 3,
    });
  });

  it('stays the same in a state without a URL, such as a request in flight', async () => {
    const page = await reviewedTrip();
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['booking', '/trip/review']);
    await page.send('booked');
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/review', '/trip/ticket'],
      index: 4,
    });
  });

  it('keeps query and fragment only on the screen that they were entered for', async () => {
    const page = await openTrip({ at: '/trip/place?from=home#top' });
    await page.send('next');
    expect(page.router.state.location).toMatchObject({ pathname: '/trip/place', search: '?from=home', hash: '#top' });
    await page.send('next');
    expect(page.router.state.location).toMatchObject({ pathname: '/trip/day', search: '', hash: '' });
  });

  it('gets one entry for each of several screens in quick succession', async () => {
    const actor = createActor(trip);
    const page = await open(actor, { at: '/trip' });
    await page.send('next');
    actor.send({ type: 'next' });
    actor.send({ type: 'next' });
    await settled();
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/review'],
      index: 3,
    });
  });

  it('does not change after the sync was stopped', async () => {
    const page = await openTrip();
    await page.send('next');
    page.stop();
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/place']);
    await page.type('/trip/place');
    expect(page.state()).toBe('choosingDay');
  });
});

describe('when the URL changes, the machine', () => {
  it('follows Back step by step, and Forward again', async () => {
    const page = await reviewedTrip();
    await page.back();
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    await page.back();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.forward();
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    await page.forward();
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/review'],
      index: 3,
    });
  });

  it('follows a jump over several entries', async () => {
    const page = await reviewedTrip();
    await page.go(-2);
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.go(2);
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
  });

  it('follows a link within the flow if it can', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/day');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    await page.back();
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
  });

  it('replaces the forward entries when it continues after Back', async () => {
    const page = await reviewedTrip();
    await page.go(-2);
    await page.send('next');
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/place', '/trip/day'], index: 2 });
  });
});

describe('Previous acts as Back (ruling 24)', () => {
  const all = ['/before', '/trip/place', '/trip/day', '/trip/review'];

  it('and moves to the preceding entry, so that Back and Forward continue from there', async () => {
    const page = await reviewedTrip();
    await page.send('previous');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    await page.back();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.go(2);
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
    expect(await page.history()).toEqual({ entries: all, index: 3 });
  });

  it('several times, even before the history has moved', async () => {
    const actor = createActor(trip);
    const page = await reviewedTrip(actor);
    actor.send({ type: 'previous' });
    actor.send({ type: 'previous' });
    await settled();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    expect(await page.history()).toEqual({ entries: all, index: 1 });
  });

  it('and a new screen that is chosen while the history moves gets its own entry', async () => {
    const actor = createActor(trip);
    const page = await reviewedTrip(actor);
    actor.send({ type: 'previous' });
    actor.send({ type: 'next' });
    await settled();
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
    expect(await page.history()).toEqual({ entries: all, index: 3 });
  });

  it('after a reload, which preserves the history', async () => {
    const page = await reviewedTrip();
    page.stop();
    const reloaded = createActor(trip, {
      snapshot: trip.resolveState({ value: 'reviewing', context: { done: 2, restarts: 0 } }),
    });
    reloaded.start();
    running.push(syncAddress(reloaded, page.router, BASE), () => reloaded.stop());
    await settled();
    reloaded.send({ type: 'previous' });
    await settled();
    expect([reloaded.getSnapshot().value, page.address()]).toEqual(['choosingDay', '/trip/day']);
    await page.back();
    expect([reloaded.getSnapshot().value, page.address()]).toEqual(['choosingPlace', '/trip/place']);
  });

  it('for any event that returns to the preceding step, such as after a link', async () => {
    const page = await openTrip({ at: '/trip/place' });
    await page.send('next');
    await page.send('next');
    await page.type('/trip/place');
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/place'],
      index: 2,
    });
  });

  it('after a refused link, whose entry shows the current step', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/ticket');
    await page.send('previous');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    expect(await page.history()).toEqual({ entries: [...all, '/trip/review', '/trip/day'], index: 5 });
  });

  it('but adds an entry if the preceding entry is another step', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/place');
    await page.send('next');
    expect(await page.history()).toEqual({ entries: [...all, '/trip/place', '/trip/day'], index: 5 });
  });
});

describe('a link that restarts the flow (P §2.3)', () => {
  it('restarts the machine, and Back then leaves the flow instead of showing old screens', async () => {
    const page = await reviewedTrip();
    await page.restart('/trip/place');
    expect(page.state()).toBe('loading');
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.back();
    expect(page.address()).toBe('/before');
  });

  it('replaces the old entries with the new ones', async () => {
    const page = await reviewedTrip();
    await page.restart('/trip/place');
    await page.send('next');
    await page.forward();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.send('next');
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/place', '/trip/day'], index: 2 });
  });

  it('works if the flow was entered in the middle', async () => {
    const snapshot = trip.resolveState({ value: 'reviewing', context: { done: 2, restarts: 0 } });
    const page = await open(createActor(trip, { snapshot }), { at: '/trip/review' });
    await page.restart('/trip/place');
    await page.send('next');
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/place', '/trip/place'], index: 1 });
  });

  it('does nothing if its target is the current screen', async () => {
    const page = await openTrip();
    await page.send('next');
    await page.restart('/trip/place');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
  });

  it('works before the machine has a screen, and overrides the URL that was entered', async () => {
    const actor = createActor(trip);
    const page = await open(actor, { at: '/trip/review' });
    await page.restart('/trip/place');
    // Only the URL remains; it is not applied a second time.
    await page.send('next');
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    expect(actor.getSnapshot().context.restarts).toBe(1);
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day'],
      index: 2,
    });
  });

  it('is reverted while the machine cannot restart because a request is in flight', async () => {
    const page = await reviewedTrip();
    await page.send('next');
    await page.restart('/trip/place');
    expect([page.state(), page.address()]).toEqual(['booking', '/trip/review']);
  });
});

describe('a refused navigation', () => {
  it('with Back while a request is in flight keeps machine, URL and history entry', async () => {
    const page = await reviewedTrip();
    await page.send('next');
    const key = page.key();
    await page.back();
    expect([page.state(), page.address(), page.key()]).toEqual(['booking', '/trip/review', key]);
    await page.go(-2);
    expect([page.state(), page.address(), page.key()]).toEqual(['booking', '/trip/review', key]);
    await page.send('booked');
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/review', '/trip/ticket'],
      index: 4,
    });
  });

  it('by two quick presses of Back is reverted by one move in the history', async () => {
    const page = await reviewedTrip();
    await page.send('next');
    const key = page.key();
    const navigate = vi.spyOn(page.router, 'navigate');
    void page.router.navigate(-1);
    void page.router.navigate(-1);
    await settled();
    expect(navigate.mock.calls).toEqual([[-1], [-1], [2]]);
    expect([page.state(), page.address(), page.key()]).toEqual(['booking', '/trip/review', key]);
  });

  it('is reverted before the next screen adds its history entry', async () => {
    const actor = createActor(trip);
    const page = await reviewedTrip(actor);
    await page.send('next');
    void page.router.navigate(-1);
    actor.send({ type: 'booked' });
    await settled();
    expect([page.state(), page.address()]).toEqual(['booked', '/trip/ticket']);
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/review', '/trip/ticket'],
      index: 4,
    });
  });

  it('is not reverted if the flow unmounts at the same moment', async () => {
    const page = await reviewedTrip();
    await page.send('next');
    void page.router.navigate(-1);
    page.stop();
    await settled();
    expect(page.address()).toBe('/trip/day');
  });

  it('with Forward to a step that is incomplete again is reverted', async () => {
    const page = await reviewedTrip();
    await page.send('next');
    await page.send('booked');
    await page.send('again');
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    const key = page.key();
    for (const steps of [1, 2, 3]) {
      await page.go(steps);
      expect([page.state(), page.address(), page.key()]).toEqual(['choosingPlace', '/trip/place', key]);
    }
  });

  it('to an entered URL is replaced by the current screen', async () => {
    const page = await openTrip();
    await page.send('next');
    await page.type('/trip/review');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
  });

  it.each(['/trip/nowhere', '/trip', '/trip/place/deeper'])(
    'to %s, which is no screen, is replaced by the current screen',
    async (address) => {
      const page = await openTrip();
      await page.send('next');
      await page.send('next');
      await page.type(address);
      expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    },
  );
});

describe('a link within the flow', () => {
  it('to the current screen changes nothing', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/review');
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
    await page.go(-2);
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
  });

  it('that was refused does not affect Back', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/ticket');
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
    await page.go(-2);
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
  });

  it('that was followed has its own entry, to which a later refusal returns', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/day');
    await page.send('next');
    await page.send('next');
    const key = page.key();
    for (const steps of [-1, -2, 1]) {
      await page.go(steps);
      expect([page.state(), page.address(), page.key()]).toEqual(['booking', '/trip/review', key]);
    }
  });
});

describe('a URL that was entered before the flow started', () => {
  it('is sent to the machine as soon as the machine has a screen', async () => {
    const actor = createActor(trip, {
      snapshot: trip.resolveState({ value: 'loading', context: { done: 2, restarts: 0 } }),
    });
    const page = await open(actor, { at: '/trip/review' });
    expect([page.state(), page.address()]).toEqual(['loading', '/trip/review']);
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/review'], index: 1 });
  });

  it.each(['/trip/day', '/trip/review', '/trip/ticket', '/trip/nowhere', '/trip'])(
    'is replaced if the machine refuses it: %s',
    async (address) => {
      const page = await openTrip({ at: address });
      await page.send('next');
      expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
      expect(await page.history()).toEqual({ entries: ['/before', '/trip/place'], index: 1 });
    },
  );

  it('is applied only once', async () => {
    const page = await openTrip({ at: '/trip/day' });
    await page.send('next');
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    await page.back();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
  });

  it('does not restart a completed flow', async () => {
    const actor = createActor(trip, {
      snapshot: trip.resolveState({ value: 'booked', context: { done: 2, restarts: 0 } }),
    });
    const page = await open(actor, { at: '/trip/review' });
    expect([page.state(), page.address()]).toEqual(['booked', '/trip/ticket']);
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/ticket'], index: 1 });
  });

  it('does not restart a flow that completes while it loads', async () => {
    const actor = createActor(trip, {
      snapshot: trip.resolveState({ value: 'booking', context: { done: 2, restarts: 0 } }),
    });
    const page = await open(actor, { at: '/trip/review' });
    await page.send('booked');
    expect([page.state(), page.address()]).toEqual(['booked', '/trip/ticket']);
  });
});

describe('Back from a completed flow', () => {
  it('restarts at the entry of the flow, and the machine chooses the screen', async () => {
    const page = await bookedTrip();
    await page.back();
    expect([page.state(), page.address()]).toEqual(['loading', '/trip/review']);
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/review', '/trip/ticket'],
      index: 1,
    });
  });

  it('returns to that entry after later refusals, and a further Back leaves the flow', async () => {
    const page = await bookedTrip();
    await page.back();
    await page.send('next');
    const key = page.key();
    await page.forward();
    expect([page.state(), page.address(), page.key()]).toEqual(['choosingPlace', '/trip/place', key]);
    await page.back();
    expect(page.address()).toBe('/before');
  });

  it('is like an event that restarts the flow on its own screen', async () => {
    const page = await bookedTrip();
    await page.send('again');
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.back();
    expect(page.address()).toBe('/before');
  });

  it('is refused while the flow restarts, and the new screen still replaces the entry of the flow', async () => {
    const page = await bookedTrip();
    await page.back();
    const key = page.key();
    await page.back();
    expect([page.state(), page.address(), page.key()]).toEqual(['loading', '/trip/review', key]);
    await page.send('next');
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/review', '/trip/ticket'],
      index: 1,
    });
  });

  it.each(['/trip/place', '/trip/nowhere', '/trip'])('is like a link to %s', async (address) => {
    const page = await bookedTrip();
    await page.type(address);
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.back();
    expect(page.address()).toBe('/before');
  });
});

describe('URLs outside the flow', () => {
  it.each(['/elsewhere', '/', '/triple', '/trip-advice/place', '/other/trip/day'])(
    'do not concern the machine: %s',
    async (address) => {
      const page = await openTrip();
      await page.send('next');
      await page.type(address);
      expect([page.state(), page.address()]).toEqual(['choosingPlace', address]);
      await page.back();
      expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    },
  );

  it('are reached with Back from the first screen', async () => {
    const page = await openTrip();
    await page.send('next');
    await page.back();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/before']);
  });
});

describe('a transient screen', () => {
  it('gets no separate history entry: Back shows the screen before it', async () => {
    const page = await openTrip();
    await page.send('next');
    await page.send('check');
    // While the machine is busy it refuses all URLs, which does not mean that the earlier entries are invalid.
    expect([page.state(), page.address()]).toEqual(['checkingPlace', '/trip/check']);
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    await page.back();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/place', '/trip/day'], index: 1 });
  });
});

describe('the screens of an invoked machine', () => {
  const seat = setup({
    types: { events: {} as { type: 'seat.next' } | { type: 'xstate.route'; to: string } },
  }).createMachine({
    id: 'seat',
    initial: 'choosingRow',
    states: {
      choosingRow: {
        id: 'row',
        meta: { path: '/trip/row', title: 'Row' },
        route: {},
        on: { 'seat.next': 'choosingWindow' },
      },
      choosingWindow: { id: 'window', meta: { path: '/trip/window', title: 'Window' }, route: {} },
    },
  });
  const train = setup({
    types: { events: {} as { type: 'next' } | { type: 'xstate.route'; to: string } },
    actors: { seat, timetable: fromPromise(() => new Promise<never>(() => undefined)) },
  }).createMachine({
    id: 'train',
    initial: 'choosingTrain',
    states: {
      choosingTrain: {
        id: 'trains',
        meta: { path: '/trip/trains', title: 'Train' },
        route: {},
        on: { next: 'choosingSeat' },
        invoke: { src: 'timetable' },
      },
      choosingSeat: {
        id: 'seats',
        meta: { path: '/trip/seats', title: 'Seat' },
        invoke: { id: 'seat', src: 'seat' },
        on: { next: 'choosingTrain' },
      },
    },
  });
  const child = (actor: AnyActorRef): AnyActorRef => {
    const snapshot: AnyMachineSnapshot = actor.getSnapshot();
    const found: AnyActorRef | undefined = snapshot.children['seat'];
    if (found === undefined) throw new Error('There is no seat to choose');
    return found;
  };

  it('determine the URL while that machine runs', async () => {
    const actor = createActor(train);
    const page = await open(actor, { at: '/trip' });
    expect(getScreen(actor)).toEqual({ path: '/trip/trains', title: 'Train' });
    await page.send('next');
    expect([page.address(), getScreen(actor)]).toEqual(['/trip/row', { path: '/trip/row', title: 'Row' }]);
  });

  it('determine the URL although the parent machine does not change state', async () => {
    const actor = createActor(train);
    const page = await open(actor, { at: '/trip' });
    await page.send('next');
    child(actor).send({ type: 'seat.next' });
    await settled();
    expect(page.address()).toBe('/trip/window');
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/trains', '/trip/row', '/trip/window'],
      index: 3,
    });
  });

  it('are reached with Back and Forward', async () => {
    const actor = createActor(train);
    const page = await open(actor, { at: '/trip' });
    await page.send('next');
    child(actor).send({ type: 'seat.next' });
    await settled();
    await page.back();
    expect([page.address(), child(actor).getSnapshot().value]).toEqual(['/trip/row', 'choosingRow']);
    await page.forward();
    expect([page.address(), child(actor).getSnapshot().value]).toEqual(['/trip/window', 'choosingWindow']);
  });

  it("are replaced by the parent's screens, which Back also reaches", async () => {
    const actor = createActor(train);
    const page = await open(actor, { at: '/trip' });
    await page.send('next');
    await page.back();
    expect([page.state(), page.address()]).toEqual(['choosingTrain', '/trip/trains']);
    await page.send('next');
    expect(page.address()).toBe('/trip/row');
    await page.send('next');
    expect(page.address()).toBe('/trip/trains');
  });
});

describe('a screen with a URL parameter in its context', () => {
  interface RouteEvent {
    readonly type: 'xstate.route';
    readonly to: string;
    readonly params?: Readonly<Record<string, string>>;
  }
  const letters = setup({
    types: {
      context: {} as { readonly letter: string },
      events: {} as RouteEvent | { readonly type: 'opened'; readonly letter: string },
    },
    actions: { setLetter: assign({ letter: (_, { letter }: { letter: string }) => letter }) },
  }).createMachine({
    id: 'letters',
    context: { letter: '' },
    initial: 'listing',
    states: {
      listing: {
        id: 'list',
        meta: { path: '/trip/letters', title: 'Letters' },
        route: {},
        on: { opened: { target: 'reading', actions: { type: 'setLetter', params: ({ event }) => event } } },
      },
      reading: {
        id: 'letter',
        meta: { path: '/trip/letters/:letter', title: 'Letter' },
        route: {
          actions: {
            type: 'setLetter',
            params: ({ event }) => ({ letter: ('params' in event && event.params?.['letter']) || '' }),
          },
        },
      },
    },
  });
  const openLetters = async (at: string) => {
    const actor = createActor(letters);
    return { actor, page: await open(actor, { at }) };
  };

  it('gets an entry for each parameter value, which Back and Forward pass to the machine', async () => {
    const { actor, page } = await openLetters('/trip/letters');
    actor.send({ type: 'opened', letter: 'a b' });
    await settled();
    expect([page.address(), actor.getSnapshot().context]).toEqual(['/trip/letters/a%20b', { letter: 'a b' }]);
    await page.type('/trip/letters/c');
    expect(actor.getSnapshot().context).toEqual({ letter: 'c' });
    await page.back();
    expect([page.address(), actor.getSnapshot().context]).toEqual(['/trip/letters/a%20b', { letter: 'a b' }]);
    await page.back();
    expect([page.address(), page.state()]).toEqual(['/trip/letters', 'listing']);
    await page.forward();
    expect(actor.getSnapshot().context).toEqual({ letter: 'a b' });
  });

  it('is opened by its URL, as after a reload', async () => {
    const { actor, page } = await openLetters('/trip/letters/c?from=mail');
    expect([page.address(), actor.getSnapshot().value]).toEqual(['/trip/letters/c', 'reading']);
    expect(actor.getSnapshot().context).toEqual({ letter: 'c' });
    expect(page.router.state.location.search).toBe('?from=mail');
  });

  it('is not opened without the parameter or with extra segments', async () => {
    for (const at of ['/trip/letters/', '/trip/letters/c/d']) {
      const { page } = await openLetters(at);
      expect([at, page.state(), page.address()]).toEqual([at, 'listing', '/trip/letters']);
    }
  });

  it('takes an invalidly encoded parameter literally', async () => {
    const { actor } = await openLetters('/trip/letters/100%');
    expect(actor.getSnapshot().context).toEqual({ letter: '100%' });
  });
});

describe('for any sequence of actions', () => {
  const steps = ['next', 'previous', 'booked', 'again', 'back', 'forward', 'back twice', 'forward twice'] as const;
  const links = ['/trip/place', '/trip/day', '/trip/review', '/trip/ticket', '/trip/nowhere', '/trip'] as const;
  type Step = (typeof steps)[number] | (typeof links)[number];
  const distances: Partial<Record<Step, number>> = { back: -1, forward: 1, 'back twice': -2, 'forward twice': 2 };

  async function does(page: Awaited<ReturnType<typeof openTrip>>, step: Step) {
    const distance = distances[step];
    if (distance !== undefined) await page.go(distance);
    else await (step.startsWith('/') ? page.type(step) : page.send(step));
    // Return to the flow after leaving it.
    if (page.address() === '/before') await page.forward();
  }

  it('URL and machine agree in the end, and no navigation interrupts a request in flight', async () => {
    const some = fc.array(fc.constantFrom<Step>(...steps, ...links), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(some, async (happening) => {
        const actor = createActor(trip);
        const page = await open(actor, { at: '/trip' });
        await page.send('next');
        for (const step of happening) {
          const before = page.state();
          await does(page, step);
          const { path } = getScreen(actor);
          if (path !== undefined) expect(page.address()).toBe(path);
          if (before === 'booking' && step !== 'booked') {
            expect([page.state(), page.address()]).toEqual(['booking', '/trip/review']);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('a request in flight keeps its exact history entry', async () => {
    const some = fc.array(fc.constantFrom<Step>(...steps), { maxLength: 20 });
    const moves = fc.array(fc.constantFrom<Step>('back', 'forward', 'back twice', 'forward twice'), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(some, moves, async (happening, moving) => {
        const page = await openTrip();
        await page.send('next');
        for (const step of happening) await does(page, step);
        for (let tries = 0; tries < 6 && page.state() !== 'booking'; tries += 1) {
          await page.send(page.state() === 'booked' ? 'again' : 'next');
        }
        const key = page.key();
        for (const step of moving) {
          const distance = distances[step] ?? 0;
          const isInside = await page.go(distance).then(() => page.address() !== '/before');
          fc.pre(isInside);
          expect([page.state(), page.address(), page.key()]).toEqual(['booking', '/trip/review', key]);
        }
      }),
      { numRuns: 100 },
    );
  });
});
