/**
 * How the address bar and the machine of a flow are kept in step, as a pure function: `(state, event) -> [state, effects]`.
 * `url-sync.ts` tells it what happens and carries its effects out.
 *
 * Machine to address: a new screen has a new entry in the history; for the one before it, as Previous leads to, the history
 * goes back instead (ruling 24). Address to machine (Back, Forward, a link): the machine is asked for the screen; where it
 * does not follow, the address is taken back.
 */
import type { NavigationType } from 'react-router-dom';

/**
 * The addresses of the flow's entries in the history before an entry, first to last. How many there are tells where the
 * entry stands, so that a refused Back or Forward can be undone.
 */
export type Trail = readonly string[];

/** The machine has shown no screen yet. `wanted` is the address to ask for as soon as it has one. */
interface Starting {
  readonly name: 'starting';
  readonly wanted: string;
  /** The entry of the history that wants it. */
  readonly key: string;
  readonly trail: Trail;
}

/** The address `shown` stands for the machine. */
interface InStep {
  /**
   * `following`: a new screen has a new entry. `passing`: the address has moved on and the machine has left without a screen
   * (Back on a receipt), so that the next one takes this entry. `returning`: the history is on its way back to the entry
   * before; until it is there, nothing is written.
   */
  readonly name: 'following' | 'passing' | 'returning';
  readonly shown: string;
  /** Of the entry of `shown`; while returning, still of the entry that is left. */
  readonly trail: Trail;
}

/** The machine is being asked for its first address, and shows `screen` meanwhile; its changes wait for its answer. */
interface AskingFirst {
  readonly name: 'asking first';
  readonly screen: string;
  readonly trail: Trail;
}

/** The machine is being asked for the address of an entry; its changes wait for its answer. */
interface Asking {
  readonly name: 'asking';
  readonly from: InStep;
  readonly entry: ReachedEntry;
}

/** How the address bar and the machine stand to each other. */
export type AddressState = Starting | InStep | AskingFirst | Asking;

/** An entry of the history that has been reached. */
export interface Entry {
  readonly path: string;
  readonly key: string;
  /** What was written into it; nothing where a link was followed or typed. */
  readonly trail: Trail | undefined;
  readonly how: `${NavigationType}`;
  /** Whether it starts the flow anew (P §2.3). */
  readonly restarts: boolean;
}

interface ReachedEntry extends Entry {
  readonly trail: Trail;
  readonly isNew: boolean;
}

/** What happens. `screen` is the address of the screen that the machine shows now; undefined where it shows none. */
export type AddressEvent =
  | { readonly type: 'machine.changed'; readonly screen: string | undefined }
  /** A machine that had its first screen has ended its step, and can be asked. */
  | { readonly type: 'machine.rested'; readonly screen: string | undefined; readonly isCompleted: boolean }
  /** It was asked. `hasMoved` tells whether anything came of it. */
  | { readonly type: 'machine.answered'; readonly screen: string | undefined; readonly hasMoved: boolean }
  | { readonly type: 'entry.reached'; readonly entry: Entry };

/** What is to be done, in this order. */
export type AddressEffect =
  /** Ask the machine for an address, or to restart; `machine.answered` says what came of it. */
  | { readonly type: 'ask'; readonly path: string }
  | { readonly type: 'restart' }
  | { readonly type: 'write'; readonly path: string; readonly trail: Trail; readonly replace: boolean }
  | { readonly type: 'go'; readonly steps: number }
  /** Look at the machine again, at once (`machine.changed`) or when it has ended its step (`machine.rested`). */
  | { readonly type: 'look'; readonly when: 'now' | 'rested' };

type Step = readonly [state: AddressState, effects: readonly AddressEffect[]];

/** The state in which an address is opened. */
export const startAddress = ({ path, key, trail = [] }: Pick<Entry, 'path' | 'key' | 'trail'>): AddressState => ({
  name: 'starting',
  wanted: path,
  key,
  trail,
});

/** What follows an event. */
export function addressTransition(state: AddressState, event: AddressEvent): Step {
  switch (event.type) {
    case 'machine.changed':
      return event.screen === undefined ? [state, []] : follow(state, event.screen);
    case 'machine.rested':
      return event.screen === undefined || state.name !== 'starting'
        ? [state, []]
        : arrive(state, event.screen, event.isCompleted);
    case 'machine.answered':
      if (state.name === 'asking first') return showHere(event.screen ?? state.screen, state.trail);
      return state.name === 'asking' ? takeAnswer(state, event.screen, event.hasMoved) : [state, []];
    case 'entry.reached':
      return reach(state, event.entry);
  }
}

/** The machine shows a screen: the address follows. */
function follow(state: AddressState, screen: string): Step {
  switch (state.name) {
    case 'starting':
      // In the middle of a step it would take the question only afterwards.
      return [state, [{ type: 'look', when: 'rested' }]];
    case 'asking first':
    case 'asking':
    case 'returning':
      return [state, []];
    case 'passing':
      return showHere(screen, state.trail);
    case 'following':
      if (screen === state.shown) return [state, []];
      if (screen === state.trail.at(-1)) {
        return [{ ...state, name: 'returning', shown: screen }, [{ type: 'go', steps: -1 }]];
      }
      return showNext(screen, [...state.trail, state.shown]);
  }
}

/** The screen takes the entry that is open. */
const showHere = (shown: string, trail: Trail): Step => [{ name: 'following', shown, trail }, [rewrite(shown, trail)]];

/** The screen has an entry of its own. */
const showNext = (shown: string, trail: Trail): Step => [
  { name: 'following', shown, trail },
  [{ type: 'write', path: shown, trail, replace: false }],
];

const rewrite = (path: string, trail: Trail): AddressEffect => ({ type: 'write', path, trail, replace: true });

/** The machine can be asked for the address that was wanted, unless what it shows is completed. */
const arrive = ({ wanted, trail }: Starting, screen: string, isCompleted: boolean): Step =>
  wanted === screen || isCompleted
    ? showHere(screen, trail)
    : [{ name: 'asking first', screen, trail }, [{ type: 'ask', path: wanted }]];

/** Another entry of the flow is open: the machine is asked for it, unless it shows it already. */
function reach(state: AddressState, entry: Entry): Step {
  if (state.name === 'asking' || state.name === 'asking first') return [state, []];
  const { path, key, restarts } = entry;
  const isNew = entry.trail === undefined;
  const trail = entry.trail ?? trailTo(entry, state);
  if (state.name === 'starting') {
    if (key === state.key) return [state, []];
    const restart: AddressEffect[] = restarts ? [{ type: 'restart' }] : [];
    return [{ name: 'starting', wanted: path, key, trail }, isNew ? [...restart, rewrite(path, trail)] : restart];
  }
  const from: InStep = state.name === 'returning' ? { ...state, name: 'following' } : state;
  const reached: ReachedEntry = { ...entry, trail, isNew };
  if (path === from.shown) return settle(from.name, reached);
  return [{ name: 'asking', from, entry: reached }, [restarts ? { type: 'restart' } : { type: 'ask', path }]];
}

/** The trail of an entry into which none was written: a link leads there, or it is the one in which the flow was opened. */
function trailTo({ how }: Entry, state: Starting | InStep): Trail {
  if (how === 'POP') return [];
  return how === 'REPLACE' ? state.trail : [...state.trail, state.name === 'starting' ? state.wanted : state.shown];
}

/** The machine has been asked for an entry: it is there, or on its way, or has refused. */
function takeAnswer({ from, entry }: Asking, screen: string | undefined, hasMoved: boolean): Step {
  if (screen === entry.path) return settle('following', entry);
  if (hasMoved && screen !== from.shown) return settle('passing', entry);
  if (entry.how === 'POP' && entry.trail.length !== from.trail.length) {
    return [from, [{ type: 'go', steps: from.trail.length - entry.trail.length }]];
  }
  return [{ ...from, trail: entry.trail }, [rewrite(from.shown, entry.trail)]];
}

/** The entry that was reached stands for the machine. */
const settle = (name: InStep['name'], { path, trail, isNew }: ReachedEntry): Step => [
  { name, shown: path, trail },
  [...(isNew ? [rewrite(path, trail)] : []), { type: 'look', when: 'now' }],
];
