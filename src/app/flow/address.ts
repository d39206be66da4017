/**
 * Pure transition function that syncs a flow's machine with the URL: `(state, event) -> [state, effects]`.
 * `url-sync.ts` sends the events and runs the effects.
 *
 * Machine to URL: a new screen adds a history entry; a return to the previous screen, as by Previous, goes back in the
 * history instead (ruling 24). URL to machine (Back, Forward, a link): the machine receives a request for the screen;
 * if it refuses, the URL change is undone.
 */
import type { NavigationType } from 'react-router-dom';

/**
 * The addresses of the flow's history entries before an entry, oldest first. Their number is the position of the entry,
 * which allows undoing a refused Back or Forward.
 */
export type Trail = readonly string[];

/** The machine has no screen yet. `selected` is the address to request as soon as it has one. */
interface Starting {
  readonly name: 'starting';
  readonly selected: string;
  /** The history entry of the requested address. */
  readonly key: string;
  readonly trail: Trail;
}

/** The URL matches the machine; `shown` is its address. */
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

/**
 * The machine has received a request for its first address and still shows `screen`; its changes wait for the reply.
 */
interface AskingFirst {
  readonly name: 'asking first';
  readonly screen: string;
  readonly trail: Trail;
}

/** The machine has received a request for the address of an entry; its changes wait for the reply. */
interface Asking {
  readonly name: 'asking';
  readonly from: InStep;
  readonly entry: ReachedEntry;
}

/** The sync state of the address bar and the machine. */
export type AddressState = Starting | InStep | AskingFirst | Asking;

/** An entry of the history that has been reached. */
export interface Entry {
  readonly path: string;
  readonly key: string;
  /** The trail stored in the entry; undefined if the borrower followed a link or typed the address. */
  readonly trail: Trail | undefined;
  readonly how: `${NavigationType}`;
  /** Whether the entry restarts the flow (P §2.3). */
  readonly restarts: boolean;
}

interface ReachedEntry extends Entry {
  readonly trail: Trail;
  readonly isNew: boolean;
}

/** The screens that the machine shows and can show. */
interface Shown {
  /** The address of the current screen; undefined if there is none. */
  readonly screen: string | undefined;
  /** Returns whether the machine would show an address on request; also true while the machine is busy. */
  readonly canShow: (path: string) => boolean;
}

/** An event from the router or the machine. */
export type AddressEvent =
  | ({ readonly type: 'machine.changed' } & Shown)
  /** The machine has its first screen and finished its step, so that it can receive requests. */
  | ({ readonly type: 'machine.rested'; readonly isCompleted: boolean } & Shown)
  /** The machine has handled a request. `hasMoved` is true if its state changed. */
  | ({ readonly type: 'machine.answered'; readonly hasMoved: boolean } & Shown)
  | { readonly type: 'entry.reached'; readonly entry: Entry };

/** An effect. The caller runs effects in order. */
export type AddressEffect =
  /** Requests an address or a restart from the machine; `machine.answered` reports the result. */
  | { readonly type: 'ask'; readonly path: string }
  | { readonly type: 'restart' }
  | { readonly type: 'write'; readonly path: string; readonly trail: Trail; readonly replace: boolean }
  /**
   * Goes back or forward: at once, or, to undo a navigation that the machine refused, once no further history event
   * follows within a moment.
   */
  | { readonly type: 'go'; readonly steps: number; readonly when: 'now' | 'quiet' }
  /** Look at the machine again, at once (`machine.changed`) or when it has ended its step (`machine.rested`). */
  | { readonly type: 'look'; readonly when: 'now' | 'rested' };

type Step = readonly [state: AddressState, effects: readonly AddressEffect[]];

/** Returns the state in which an address is opened. */
export const startAddress = ({ path, key, trail = [] }: Pick<Entry, 'path' | 'key' | 'trail'>): AddressState => ({
  name: 'starting',
  selected: path,
  key,
  trail,
});

/** Returns the next state and the effects of an event. */
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

/** Handles a new screen of the machine: the address follows. */
function follow(state: AddressState, screen: string, canShow: Shown['canShow']): Step {
  switch (state.name) {
    case 'starting':
      // In the middle of a step, the machine would handle the request only afterwards.
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

/** Assigns the screen to the current entry, or to an earlier one if the previous entry belongs to an earlier run. */
function settleAt(screen: string, trail: Trail, canShow: Shown['canShow']): Step {
  const before = trail.at(-1);
  return before === undefined || canShow(before) ? showHere(screen, trail) : rewind(screen, trail, canShow);
}

/**
 * Moves to the first entry that showed the screen, or, if none did, to the entry after the last one that can still be shown.
 * From there, Back opens a screen that can be shown or the page before the flow. The entries of the earlier run stay ahead
 * in the history until new entries replace them.
 */
function rewind(screen: string, trail: Trail, canShow: Shown['canShow']): Step {
  const first = trail.indexOf(screen);
  const at = first === -1 ? trail.findLastIndex(canShow) + 1 : first;
  return at === trail.length
    ? showHere(screen, trail)
    : [{ name: 'rewinding', shown: screen, trail }, [{ type: 'go', steps: at - trail.length, when: 'now' }]];
}

/** Assigns the screen to the current entry. */
const showHere = (shown: string, trail: Trail): Step => [{ name: 'following', shown, trail }, [rewrite(shown, trail)]];

/** Adds a history entry for the screen. */
const showNext = (shown: string, trail: Trail): Step => [
  { name: 'following', shown, trail },
  [{ type: 'write', path: shown, trail, replace: false }],
];

const rewrite = (path: string, trail: Trail): AddressEffect => ({ type: 'write', path, trail, replace: true });

/** Requests the initial address from the machine, unless the machine shows a completed flow. */
const arrive = (
  { selected, trail }: Starting,
  screen: string,
  { isCompleted, canShow }: { readonly isCompleted: boolean; readonly canShow: Shown['canShow'] },
): Step =>
  selected === screen || isCompleted
    ? settleAt(screen, trail, canShow)
    : [{ name: 'asking first', screen, trail }, [{ type: 'ask', path: selected }]];

/**
 * Handles the opening of another entry of the flow: requests it from the machine, unless the machine already shows it.
 */
function reach(state: AddressState, entry: Entry): Step {
  if (state.name === 'asking' || state.name === 'asking first') return [state, []];
  const { path, key, restarts } = entry;
  const isNew = entry.trail === undefined;
  const trail = entry.trail ?? trailTo(entry, state);
  if (state.name === 'starting') {
    if (key === state.key) return [state, []];
    const restart: AddressEffect[] = restarts ? [{ type: 'restart' }] : [];
    return [{ name: 'starting', selected: path, key, trail }, isNew ? [...restart, rewrite(path, trail)] : restart];
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

/** Returns the trail of an entry without one: a link opened it, or the flow started there. */
function trailTo({ how }: Entry, state: Starting | InStep): Trail {
  if (how === 'POP') return [];
  return how === 'REPLACE' ? state.trail : [...state.trail, state.name === 'starting' ? state.selected : state.shown];
}

/** Handles the machine's reply to a request for an entry: it shows the entry, is on its way there, or has refused. */
function takeAnswer({ from, entry }: Asking, screen: string | undefined, hasMoved: boolean): Step {
  if (screen === entry.path) return settle('following', entry);
  if (hasMoved && screen !== from.shown) return settle('passing', entry);
  if (entry.how === 'POP' && entry.trail.length !== from.trail.length) {
    return [from, [{ type: 'go', steps: from.trail.length - entry.trail.length, when: 'quiet' }]];
  }
  return [{ ...from, trail: entry.trail }, [rewrite(from.shown, entry.trail)]];
}

/** Settles on the entry that was reached: it now matches the machine. */
const settle = (name: InStep['name'], { path, trail, isNew }: ReachedEntry): Step => [
  { name, shown: path, trail },
  [...(isNew ? [rewrite(path, trail)] : []), { type: 'look', when: 'now' }],
];
