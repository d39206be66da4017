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
   * before; until it is there, nothing is written. `rewinding`: the same, to an entry of a run that is past, which `shown`
   * takes.
   */
  readonly name: 'following' | 'passing' | 'returning' | 'rewinding';
  readonly shown: string;
  /** Of the entry of `shown`; while returning or rewinding, still of the entry that is left. */
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

/** What the machine shows, and would show. */
interface Shown {
  /** The address of the screen that it shows now; undefined where it shows none. */
  readonly screen: string | undefined;
  /** Whether it would show an address if it were asked for it; true as well while it is too busy to say. */
  readonly canShow: (path: string) => boolean;
}

/** What happens. */
export type AddressEvent =
  | ({ readonly type: 'machine.changed' } & Shown)
  /** A machine that had its first screen has ended its step, and can be asked. */
  | ({ readonly type: 'machine.rested'; readonly isCompleted: boolean } & Shown)
  /** It was asked. `hasMoved` tells whether anything came of it. */
  | ({ readonly type: 'machine.answered'; readonly hasMoved: boolean } & Shown)
  | { readonly type: 'entry.reached'; readonly entry: Entry };

/** What is to be done, in this order. */
export type AddressEffect =
  /** Ask the machine for an address, or to restart; `machine.answered` says what came of it. */
  | { readonly type: 'ask'; readonly path: string }
  | { readonly type: 'restart' }
  | { readonly type: 'write'; readonly path: string; readonly trail: Trail; readonly replace: boolean }
  /** Go back or forward: at once, or, to undo what the machine has refused, when no further entry follows in a moment. */
  | { readonly type: 'go'; readonly steps: number; readonly when: 'now' | 'quiet' }
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
      return event.screen === undefined ? [state, []] : follow(state, event.screen, event.canShow);
    case 'machine.rested':
      return event.screen === undefined || state.name !== 'starting' ? [state, []] : arrive(state, event.screen, event);
    case 'machine.answered':
      if (state.name === 'asking first') return settleAt(event.screen ?? state.screen, state.trail, event.canShow);
      return state.name === 'asking' ? takeAnswer(state, event.screen, event.hasMoved) : [state, []];
    case 'entry.reached':
      return reach(state, event.entry);
  }
}

/** The machine shows a screen: the address follows. */
function follow(state: AddressState, screen: string, canShow: Shown['canShow']): Step {
  switch (state.name) {
    case 'starting':
      // In the middle of a step it would take the question only afterwards.
      return [state, [{ type: 'look', when: 'rested' }]];
    case 'asking first':
    case 'asking':
    case 'returning':
    case 'rewinding':
      return [state, []];
    case 'passing':
      return settleAt(screen, state.trail, canShow);
    case 'following':
      if (screen === state.shown) return [state, []];
      if (screen === state.trail.at(-1)) {
        return [{ ...state, name: 'returning', shown: screen }, [{ type: 'go', steps: -1, when: 'now' }]];
      }
      return canShow(state.shown)
        ? showNext(screen, [...state.trail, state.shown])
        : rewind(screen, state.trail, canShow);
  }
}

/** The screen takes the entry that is open, or an earlier one where the entry before is one of a run that is past. */
function settleAt(screen: string, trail: Trail, canShow: Shown['canShow']): Step {
  const before = trail.at(-1);
  return before === undefined || canShow(before) ? showHere(screen, trail) : rewind(screen, trail, canShow);
}

/**
 * The screen takes the first entry that showed it; where none did, the one after the last that could still be shown. So Back
 * leads from there to what can be shown or to what stood before the flow, and the entries of the run that is past lie ahead
 * until new ones take their place.
 */
function rewind(screen: string, trail: Trail, canShow: Shown['canShow']): Step {
  const first = trail.indexOf(screen);
  const at = first === -1 ? trail.findLastIndex(canShow) + 1 : first;
  return at === trail.length
    ? showHere(screen, trail)
    : [{ name: 'rewinding', shown: screen, trail }, [{ type: 'go', steps: at - trail.length, when: 'now' }]];
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
const arrive = (
  { wanted, trail }: Starting,
  screen: string,
  { isCompleted, canShow }: { readonly isCompleted: boolean; readonly canShow: Shown['canShow'] },
): Step =>
  wanted === screen || isCompleted
    ? settleAt(screen, trail, canShow)
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
  if (state.name === 'rewinding' && entry.how === 'POP') {
    const [there, effects] = showHere(state.shown, trail);
    return [there, [...effects, { type: 'look', when: 'now' }]];
  }
  const isOnItsWay = state.name === 'returning' || state.name === 'rewinding';
  const from: InStep = isOnItsWay ? { ...state, name: 'following' } : state;
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
    return [from, [{ type: 'go', steps: from.trail.length - entry.trail.length, when: 'quiet' }]];
  }
  return [{ ...from, trail: entry.trail }, [rewrite(from.shown, entry.trail)]];
}

/** The entry that was reached stands for the machine. */
const settle = (name: InStep['name'], { path, trail, isNew }: ReachedEntry): Step => [
  { name, shown: path, trail },
  [...(isNew ? [rewrite(path, trail)] : []), { type: 'look', when: 'now' }],
];
