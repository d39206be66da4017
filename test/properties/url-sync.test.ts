/** Address bar and machine: each follows the other, and what the machine refuses is taken back (design, decision "completed-steps"). */
import * as fc from 'fast-check';
import { createMemoryHistory } from '@tanstack/history';
import { afterEach, describe, expect, it } from 'vitest';
import { type AnyActorRef, type AnyMachineSnapshot, assign, createActor, fromPromise, setup } from 'xstate';
import { createRouter } from '#src/app/router/router.ts';
import { screenOf, syncAddress } from '#src/app/flow/url-sync.ts';

const BASE = '/trip';

/** A trip in three steps, of which each is to be completed; then it is booked, and there is a ticket. */
const trip = setup({
  types: {
    context: {} as { readonly done: number; readonly restarts: number },
    events: {} as
      | { type: 'next' }
      | { type: 'check' }
      | { type: 'previous' }
      | { type: 'again' }
      | { type: 'booked' }
      | { type: 'restart.wanted' }
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
        'restart.wanted': { actions: assign({ restarts: ({ context }) => context.restarts + 1 }) },
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
        'restart.wanted': { target: 'loading', actions: assign({ done: 0 }) },
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

/** Everything that was started, to be stopped after each test. */
const running: (() => void)[] = [];
afterEach(() => running.splice(0).forEach((stop) => stop()));

/** The router's promises, the history's and the machine's. */
const settled = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

interface Opened {
  readonly at: string | readonly string[];
  /** Which of the addresses is open; the last one unless it is said. */
  readonly index?: number;
  readonly base?: string;
}

/** A browser with a router and a machine that is kept in step with it. */
async function open(actor: AnyActorRef, { at, index, base = BASE }: Opened) {
  const entries = [at].flat();
  const router = createRouter(
    createMemoryHistory({
      initialEntries: ['/before', ...entries],
      initialIndex: 1 + (index ?? entries.length - 1),
    }),
  );
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
  /** The addresses of the history, as Back and Forward would find them, without the machine. */
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

/** The trip as far as the review, by its own steps. */
async function reviewedTrip(actor = createActor(trip)) {
  const page = await open(actor, { at: '/trip' });
  for (const step of ['next', 'next', 'next']) await page.send(step);
  expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
  return page;
}

/** The trip with its ticket. */
async function bookedTrip() {
  const page = await reviewedTrip();
  await page.send('next');
  await page.send('booked');
  expect([page.state(), page.address()]).toEqual(['booked', '/trip/ticket']);
  return page;
}

describe('the address follows the machine', () => {
  it('only once it has a screen, and then takes the place of what was typed', async () => {
    const page = await openTrip();
    expect(page.address()).toBe('/trip');
    await page.send('next');
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/place'], index: 1 });
  });

  it('to a new screen with a new entry of the history', async () => {
    const page = await reviewedTrip();
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/review'],
      index: 3,
    });
  });

  it('not where a state has no address: what is in flight stays where it was', async () => {
    const page = await reviewedTrip();
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['booking', '/trip/review']);
    await page.send('booked');
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day', '/trip/review', '/trip/ticket'],
      index: 4,
    });
  });

  it('keeping a query and a fragment on the screen that they were typed for', async () => {
    const page = await openTrip({ at: '/trip/place?from=home#top' });
    await page.send('next');
    expect(page.router.state.location).toMatchObject({ pathname: '/trip/place', search: '?from=home', hash: '#top' });
    await page.send('next');
    expect(page.router.state.location).toMatchObject({ pathname: '/trip/day', search: '', hash: '' });
  });

  it('through several screens at once, each an entry of its own', async () => {
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

  it('no longer, once they were parted', async () => {
    const page = await openTrip();
    await page.send('next');
    page.stop();
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/place']);
    await page.type('/trip/place');
    expect(page.state()).toBe('choosingDay');
  });
});

describe('the machine follows the address', () => {
  it('with Back, step by step, and with Forward again', async () => {
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

  it('over several steps at once', async () => {
    const page = await reviewedTrip();
    await page.go(-2);
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.go(2);
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
  });

  it('to a link within the flow, where the machine can', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/day');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    await page.back();
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
  });

  it('and what lies ahead after Back is replaced by what is chosen now', async () => {
    const page = await reviewedTrip();
    await page.go(-2);
    await page.send('next');
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/place', '/trip/day'], index: 2 });
  });
});

describe('Previous means Back (ruling 24)', () => {
  const all = ['/before', '/trip/place', '/trip/day', '/trip/review'];

  it('to the entry before: Back goes on from there, and Forward leads to what was left', async () => {
    const page = await reviewedTrip();
    await page.send('previous');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    await page.back();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.go(2);
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
    expect(await page.history()).toEqual({ entries: all, index: 3 });
  });

  it('several times, also before the history has moved', async () => {
    const actor = createActor(trip);
    const page = await reviewedTrip(actor);
    actor.send({ type: 'previous' });
    actor.send({ type: 'previous' });
    await settled();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    expect(await page.history()).toEqual({ entries: all, index: 1 });
  });

  it('and what is chosen while the history moves has an entry of its own', async () => {
    const actor = createActor(trip);
    const page = await reviewedTrip(actor);
    actor.send({ type: 'previous' });
    actor.send({ type: 'next' });
    await settled();
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
    expect(await page.history()).toEqual({ entries: all, index: 3 });
  });

  it('after a reload as well, which the history outlives', async () => {
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

  it('as does whatever else leads to the step before, as after a link', async () => {
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

  it('after a link that was refused: its entry shows the same step once more', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/ticket');
    await page.send('previous');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    expect(await page.history()).toEqual({ entries: [...all, '/trip/review', '/trip/day'], index: 5 });
  });

  it('not where another step is before: the step that follows has an entry of its own', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/place');
    await page.send('next');
    expect(await page.history()).toEqual({ entries: [...all, '/trip/place', '/trip/day'], index: 5 });
  });
});

describe('a link that starts the flow anew (P §2.3)', () => {
  it('restarts the machine, and Back leads to what stood before the flow, not to what is past', async () => {
    const page = await reviewedTrip();
    await page.restart('/trip/place');
    expect(page.state()).toBe('loading');
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.back();
    expect(page.address()).toBe('/before');
  });

  it('and the entries of what is past give way to the new ones', async () => {
    const page = await reviewedTrip();
    await page.restart('/trip/place');
    await page.send('next');
    await page.forward();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.send('next');
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/place', '/trip/day'], index: 2 });
  });

  it('also where the flow was entered in the middle', async () => {
    const snapshot = trip.resolveState({ value: 'reviewing', context: { done: 2, restarts: 0 } });
    const page = await open(createActor(trip, { snapshot }), { at: '/trip/review' });
    await page.restart('/trip/place');
    await page.send('next');
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/place', '/trip/place'], index: 1 });
  });

  it('does nothing on the screen to which it leads', async () => {
    const page = await openTrip();
    await page.send('next');
    await page.restart('/trip/place');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
  });

  it('is heeded before the machine has a screen, and counts instead of what was typed', async () => {
    const actor = createActor(trip);
    const page = await open(actor, { at: '/trip/review' });
    await page.restart('/trip/place');
    // Nothing but the address: it is not heeded twice.
    await page.send('next');
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    expect(actor.getSnapshot().context.restarts).toBe(1);
    expect(await page.history()).toEqual({
      entries: ['/before', '/trip/place', '/trip/day'],
      index: 2,
    });
  });

  it('is taken back where the machine does not restart: what is in flight stays', async () => {
    const page = await reviewedTrip();
    await page.send('next');
    await page.restart('/trip/place');
    expect([page.state(), page.address()]).toEqual(['booking', '/trip/review']);
  });
});

describe('what the machine refuses is taken back', () => {
  it('after Back in flight: machine, address and place in the history are as before', async () => {
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

  it('after Forward to a step that is incomplete again', async () => {
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

  it('after a typed link, in place of it', async () => {
    const page = await openTrip();
    await page.send('next');
    await page.type('/trip/review');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
  });

  it.each(['/trip/nowhere', '/trip', '/trip/place/deeper'])('after %s, which is no screen', async (address) => {
    const page = await openTrip();
    await page.send('next');
    await page.send('next');
    await page.type(address);
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
  });
});

describe('links within the flow', () => {
  it('to the screen that is open change nothing', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/review');
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
    await page.go(-2);
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
  });

  it('that were refused leave Back in order', async () => {
    const page = await reviewedTrip();
    await page.type('/trip/ticket');
    expect([page.state(), page.address()]).toEqual(['reviewing', '/trip/review']);
    await page.go(-2);
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
  });

  it('that were followed are entries of their own, to which what is refused leads back', async () => {
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

describe('what was typed before the flow started', () => {
  it('is asked of the machine once it can answer', async () => {
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
    'gives way where the machine cannot: %s',
    async (address) => {
      const page = await openTrip({ at: address });
      await page.send('next');
      expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
      expect(await page.history()).toEqual({ entries: ['/before', '/trip/place'], index: 1 });
    },
  );

  it('is asked once only', async () => {
    const page = await openTrip({ at: '/trip/day' });
    await page.send('next');
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingDay', '/trip/day']);
    await page.back();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
  });

  it('never starts what is completed anew', async () => {
    const actor = createActor(trip, {
      snapshot: trip.resolveState({ value: 'booked', context: { done: 2, restarts: 0 } }),
    });
    const page = await open(actor, { at: '/trip/review' });
    expect([page.state(), page.address()]).toEqual(['booked', '/trip/ticket']);
    expect(await page.history()).toEqual({ entries: ['/before', '/trip/ticket'], index: 1 });
  });

  it('never starts what is completed once it is there', async () => {
    const actor = createActor(trip, {
      snapshot: trip.resolveState({ value: 'booking', context: { done: 2, restarts: 0 } }),
    });
    const page = await open(actor, { at: '/trip/review' });
    await page.send('booked');
    expect([page.state(), page.address()]).toEqual(['booked', '/trip/ticket']);
  });
});

describe('Back from what is completed starts anew', () => {
  it('where the flow was entered, and the machine decides with which screen', async () => {
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

  it('and what is refused afterwards leads back to exactly there; Back leads to what stood before', async () => {
    const page = await bookedTrip();
    await page.back();
    await page.send('next');
    const key = page.key();
    await page.forward();
    expect([page.state(), page.address(), page.key()]).toEqual(['choosingPlace', '/trip/place', key]);
    await page.back();
    expect(page.address()).toBe('/before');
  });

  it('as does what starts it anew on its own screen', async () => {
    const page = await bookedTrip();
    await page.send('again');
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.back();
    expect(page.address()).toBe('/before');
  });

  it('and Back while it does is refused: the new screen still comes to where the flow was entered', async () => {
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

  it.each(['/trip/place', '/trip/nowhere', '/trip'])('with a link to %s as well', async (address) => {
    const page = await bookedTrip();
    await page.type(address);
    await page.send('next');
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    await page.back();
    expect(page.address()).toBe('/before');
  });
});

describe('addresses outside the flow', () => {
  it.each(['/elsewhere', '/', '/triple', '/trip-advice/place', '/other/trip/day'])(
    'are not its business: %s',
    async (address) => {
      const page = await openTrip();
      await page.send('next');
      await page.type(address);
      expect([page.state(), page.address()]).toEqual(['choosingPlace', address]);
      await page.back();
      expect([page.state(), page.address()]).toEqual(['choosingPlace', '/trip/place']);
    },
  );

  it('are reached by Back from its first screen', async () => {
    const page = await openTrip();
    await page.send('next');
    await page.back();
    expect([page.state(), page.address()]).toEqual(['choosingPlace', '/before']);
  });
});

describe('a screen to which nobody goes back', () => {
  it('is no entry of its own: Back leads to the one before it, which can be shown', async () => {
    const page = await openTrip();
    await page.send('next');
    await page.send('check');
    // While it is busy it refuses every address, which says nothing of the entries before.
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

  it('are the address while it runs', async () => {
    const actor = createActor(train);
    const page = await open(actor, { at: '/trip' });
    expect(screenOf(actor)).toEqual({ path: '/trip/trains', title: 'Train' });
    await page.send('next');
    expect([page.address(), screenOf(actor)]).toEqual(['/trip/row', { path: '/trip/row', title: 'Row' }]);
  });

  it('are followed by the address although the machine around it stays where it is', async () => {
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

  it('are reached by Back and Forward', async () => {
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

  it('give way to those of the machine around it, which Back reaches too', async () => {
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

describe('a screen with a part of its address in the context', () => {
  interface Wanted {
    readonly type: 'xstate.route';
    readonly to: string;
    readonly params?: Readonly<Record<string, string>>;
  }
  const letters = setup({
    types: {
      context: {} as { readonly letter: string },
      events: {} as Wanted | { readonly type: 'opened'; readonly letter: string },
    },
    actions: { keep: assign({ letter: (_, { letter }: { letter: string }) => letter }) },
  }).createMachine({
    id: 'letters',
    context: { letter: '' },
    initial: 'listing',
    states: {
      listing: {
        id: 'list',
        meta: { path: '/trip/letters', title: 'Letters' },
        route: {},
        on: { opened: { target: 'reading', actions: { type: 'keep', params: ({ event }) => event } } },
      },
      reading: {
        id: 'letter',
        meta: { path: '/trip/letters/:letter', title: 'Letter' },
        route: {
          actions: {
            type: 'keep',
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

  it('has an entry of its own for each part; Back and Forward hand the part to the machine', async () => {
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

  it('is opened by its address, as after a reload', async () => {
    const { actor, page } = await openLetters('/trip/letters/c?from=mail');
    expect([page.address(), actor.getSnapshot().value]).toEqual(['/trip/letters/c', 'reading']);
    expect(actor.getSnapshot().context).toEqual({ letter: 'c' });
    expect(page.router.state.location.search).toBe('?from=mail');
  });

  it('is not opened without the part, or with more', async () => {
    for (const at of ['/trip/letters/', '/trip/letters/c/d']) {
      const { page } = await openLetters(at);
      expect([at, page.state(), page.address()]).toEqual([at, 'listing', '/trip/letters']);
    }
  });

  it('takes a part that is wrongly encoded as it is written', async () => {
    const { actor } = await openLetters('/trip/letters/100%');
    expect(actor.getSnapshot().context).toEqual({ letter: '100%' });
  });
});

describe('whatever a person does', () => {
  const steps = ['next', 'previous', 'booked', 'again', 'back', 'forward', 'back twice', 'forward twice'] as const;
  const links = ['/trip/place', '/trip/day', '/trip/review', '/trip/ticket', '/trip/nowhere', '/trip'] as const;
  type Step = (typeof steps)[number] | (typeof links)[number];
  const distances: Partial<Record<Step, number>> = { back: -1, forward: 1, 'back twice': -2, 'forward twice': 2 };

  async function does(page: Awaited<ReturnType<typeof openTrip>>, step: Step) {
    const distance = distances[step];
    if (distance !== undefined) await page.go(distance);
    else await (step.startsWith('/') ? page.type(step) : page.send(step));
    // Whoever has left the flow comes back.
    if (page.address() === '/before') await page.forward();
  }

  it('address and machine agree in the end, and what is in flight is never left', async () => {
    const some = fc.array(fc.constantFrom<Step>(...steps, ...links), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(some, async (happening) => {
        const actor = createActor(trip);
        const page = await open(actor, { at: '/trip' });
        await page.send('next');
        for (const step of happening) {
          const before = page.state();
          await does(page, step);
          const { path } = screenOf(actor);
          if (path !== undefined) expect(page.address()).toBe(path);
          if (before === 'booking' && step !== 'booked') {
            expect([page.state(), page.address()]).toEqual(['booking', '/trip/review']);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('what is in flight keeps its place in the history to the entry', async () => {
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
