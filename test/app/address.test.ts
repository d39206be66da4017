/**
 * The pure function that syncs the URL with a flow's machine, tested in a model of history and machine with random
 * events.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressEffect,
  type AddressEvent,
  type AddressState,
  type Entry,
  type Trail,
  addressTransition,
  startAddress,
} from '#src/app/flow/address.ts';

const SCREENS = ['/trip/place', '/trip/day', '/trip/review', '/trip/ticket'] as const;

/** The events that can affect the URL and the machine. */
type Happening =
  | { readonly type: 'machine shows'; readonly screen: string }
  | { readonly type: 'machine leaves' }
  | { readonly type: 'previous' }
  | { readonly type: 'history goes'; readonly steps: number }
  | { readonly type: 'link'; readonly path: string; readonly restarts: boolean }
  | { readonly type: 'machine changes'; readonly refuses: readonly string[]; readonly restartsAt: string | undefined };

/** A browser history, a machine, and the synchronization between them. */
class World {
  #state: AddressState;
  #keys = 0;
  entries: { path: string; trail: Trail | undefined; key: string }[];
  at = 0;
  screen: string | undefined;
  isCompleted = false;
  /** The URLs that the machine refuses. */
  refuses: readonly string[] = [];
  /** The machine's screen after a restart. */
  restartsAt: string | undefined = undefined;
  readonly done: AddressEffect[] = [];
  #rested: (() => void)[] = [];

  constructor(path: string) {
    this.entries = [this.#entry(path)];
    this.#state = startAddress({ path, key: '1', trail: undefined });
  }

  #entry(path: string, trail?: Trail) {
    this.#keys += 1;
    return { path, trail, key: String(this.#keys) };
  }

  get state(): AddressState {
    return this.#state;
  }

  get entry() {
    const entry = this.entries[this.at];
    if (entry === undefined) throw new Error('The history has no entry at this index');
    return entry;
  }

  get address(): string {
    return this.entry.path;
  }

  #dispatch(event: AddressEvent) {
    const [next, effects] = addressTransition(this.#state, event);
    this.#state = next;
    for (const effect of effects) this.#carryOut(effect);
  }

  #carryOut(effect: AddressEffect): void {
    this.done.push(effect);
    if (this.done.length > 20) throw new Error('The address and the machine never settle');
    switch (effect.type) {
      case 'ask':
        return this.#answer(() => (this.refuses.includes(effect.path) ? this.screen : effect.path));
      case 'restart':
        return this.#answer(() => this.restartsAt);
      case 'write':
        return this.#open(this.#entry(effect.path, effect.trail), effect.replace ? 'REPLACE' : 'PUSH', false);
      case 'go':
        return this.#go(effect.steps);
      case 'look':
        if (effect.when === 'now') return this.#look();
        this.#rested.push(() =>
          this.#dispatch({ type: 'machine.rested', ...this.#shown(), isCompleted: this.isCompleted }),
        );
    }
  }

  #answer(how: () => string | undefined) {
    const before = this.screen;
    this.screen = how();
    const hasMoved = this.screen !== before;
    if (hasMoved) this.#look();
    this.#dispatch({ type: 'machine.answered', ...this.#shown(), hasMoved });
  }

  #shown() {
    return { screen: this.screen, canShow: (path: string) => !this.refuses.includes(path) };
  }

  #look() {
    this.#dispatch({ type: 'machine.changed', ...this.#shown() });
  }

  #reached(how: Entry['how'], restarts: boolean) {
    const { path, key, trail } = this.entry;
    this.#dispatch({ type: 'entry.reached', entry: { path, key, trail, how, restarts } });
  }

  #open(entry: World['entry'], how: 'PUSH' | 'REPLACE', restarts: boolean) {
    if (how === 'PUSH') this.at += 1;
    this.entries = how === 'PUSH' ? [...this.entries.slice(0, this.at), entry] : this.entries.with(this.at, entry);
    this.#reached(how, restarts);
  }

  #go(steps: number) {
    const to = this.at + steps;
    if (steps === 0 || to < 0 || to >= this.entries.length) return;
    this.at = to;
    this.#reached('POP', false);
  }

  happen(happening: Happening): void {
    this.done.length = 0;
    switch (happening.type) {
      case 'machine shows':
        this.screen = happening.screen;
        this.#look();
        break;
      case 'machine leaves':
        this.screen = undefined;
        this.#look();
        break;
      case 'previous':
        this.screen = SCREENS.find((each) => each === this.entry.trail?.at(-1)) ?? this.screen;
        this.#look();
        break;
      case 'history goes':
        this.#go(happening.steps);
        break;
      case 'link':
        this.#open(this.#entry(happening.path), 'PUSH', happening.restarts);
        break;
      case 'machine changes':
        this.refuses = happening.refuses;
        this.restartsAt = happening.restartsAt;
    }
    for (const rested of this.#rested.splice(0)) rested();
  }
}

const screen = fc.constantFrom(...SCREENS);
const address = fc.constantFrom(...SCREENS, '/trip', '/trip/nowhere');
const happenings = (steps: readonly number[]): fc.Arbitrary<Happening[]> =>
  fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('machine shows' as const), screen }),
      fc.constant({ type: 'machine leaves' as const }),
      fc.constant({ type: 'previous' as const }),
      fc.record({ type: fc.constant('history goes' as const), steps: fc.constantFrom(...steps) }),
      fc.record({ type: fc.constant('link' as const), path: address, restarts: fc.boolean() }),
      fc.record({
        type: fc.constant('machine changes' as const),
        refuses: fc.subarray([...SCREENS]).map((some) => ['/trip', '/trip/nowhere', ...some]),
        restartsAt: fc.option(screen, { nil: undefined }),
      }),
    ),
    { maxLength: 30 },
  );
const BACK = [-1, -2];
const BACK_AND_FORWARD = [...BACK, 1, 2];

/** Runs random sequences of events and checks the world after each event. */
function always(look: (world: World) => void, steps = BACK_AND_FORWARD) {
  fc.assert(
    fc.property(address, happenings(steps), (opened, all) => {
      const world = new World(opened);
      world.refuses = ['/trip', '/trip/nowhere'];
      for (const each of all) {
        world.happen(each);
        look(world);
      }
    }),
    { numRuns: 1_000 },
  );
}

/**
 * Returns a world after the given events whose URL follows its machine. Neither its screen nor the previous one is
 * `next`.
 */
function following(opened: string, all: readonly Happening[], next: string) {
  const world = new World(opened);
  world.refuses = ['/trip', '/trip/nowhere'];
  for (const each of all) world.happen(each);
  const { screen: from, at, state } = world;
  fc.pre(state.name === 'following' && from !== undefined && next !== from && next !== state.trail.at(-1));
  return { world, from, at, trail: state.trail };
}

describe('after any sequence of events', () => {
  it('the URL is that of the screen, as soon as there is one', () => {
    always((world) => {
      if (world.screen !== undefined) expect(world.address).toBe(world.screen);
    });
  });

  it('the state settles: no question to the machine and no history navigation is pending', () => {
    always(({ state }) => expect(['starting', 'following', 'passing']).toContain(state.name));
  });

  it('Previous returns to the entry from which the borrower continued', () => {
    fc.assert(
      fc.property(address, happenings(BACK_AND_FORWARD), screen, (opened, all, next) => {
        const { world, from, at } = following(opened, all, next);
        fc.pre(!world.refuses.includes(from));
        world.happen({ type: 'machine shows', screen: next });
        expect([world.address, world.at]).toEqual([next, at + 1]);
        world.happen({ type: 'previous' });
        expect([world.screen, world.address, world.at]).toEqual([from, from, at]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a screen that the machine cannot go back from uses the first entry that showed it, or the first entry of the flow', () => {
    fc.assert(
      fc.property(address, happenings(BACK_AND_FORWARD), screen, (opened, all, next) => {
        const { world, at, trail } = following(opened, all, next);
        world.refuses = [...SCREENS, '/trip', '/trip/nowhere'];
        world.happen({ type: 'machine shows', screen: next });
        const first = Math.max(trail.indexOf(next), 0);
        expect([world.address, world.at]).toEqual([next, at - trail.length + first]);
        expect(world.state).toMatchObject({ name: 'following', shown: next, trail: world.entry.trail });
      }),
      { numRuns: 1_000 },
    );
  });

  // The forward entries after Back may date from a time when the entry before them showed another screen.
  it('the last part of the trail is the screen of the previous entry, as long as the user does not go forward', () => {
    always(({ entry: { trail }, entries, at }) => {
      if (trail !== undefined && trail.length > 0) expect(entries[at - 1]?.path).toBe(trail.at(-1));
    }, BACK);
  });

  it('the state matches the current entry', () => {
    always(({ state, entry }) => {
      if (state.name === 'following') expect([state.shown, state.trail]).toEqual([entry.path, entry.trail]);
    });
  });
});

it('Back before the machine has a screen returns to the entry in which the flow was opened, because no earlier entry belongs to it', () => {
  const world = new World('/trip/place');
  world.happen({ type: 'link', path: '/trip/day', restarts: false });
  world.happen({ type: 'history goes', steps: -1 });
  world.happen({ type: 'machine shows', screen: '/trip/review' });
  expect(world.entries.map(({ path, trail }) => [path, trail])).toEqual([
    ['/trip/place', []],
    ['/trip/day', ['/trip/place']],
  ]);
});
