/** Events and emissions that machines share. Events are facts, past tense or as seen on the screen, with raw answers. */

import type { CallFailure } from '#domain/call.ts';

/** Somebody asked for a screen by its address: Back, Forward, a typed link. XState's own routing event. */
export interface ScreenWanted<To extends string = string> {
  readonly type: 'xstate.route';
  readonly to: To;
  /** The parts of the address that the path of the screen names ({@link Screen}). */
  readonly params?: Readonly<Record<string, string>>;
}

/** The flow's own entry in the menu was followed from within the flow: it starts anew (P §2.3). */
export interface RestartWanted {
  readonly type: 'restart.wanted';
}

/**
 * Focus must go to a field (by its name) or to a named place, after the delay that the spec gives, in milliseconds. The
 * page's heading takes it only where it went with what was shown before.
 */
export interface FocusWanted {
  readonly type: 'focus.wanted';
  readonly place: 'field' | 'errors' | 'notice' | 'heading';
  readonly field?: string;
  readonly delay: number;
}

/**
 * How much of the body of a call with a file has left the browser, in whole percent. The actor that makes the call sends it to
 * the machine that has invoked it.
 */
export interface CallProgressed {
  readonly type: 'call.progressed';
  readonly percent: number;
}

/** A call has failed of which the person is not told, as the specification says: whoever runs the machine logs it. */
export interface FailureIgnored {
  readonly type: 'failure.ignored';
  /** What did not happen, as developers read it: `The message was not marked`. */
  readonly what: string;
  readonly failure: CallFailure;
}

/** A call has failed, and the specification shows that in the global error dialog (P §8): whoever runs the machine opens it. */
export interface FailureUnhandled {
  readonly type: 'failure.unhandled';
  readonly failure: CallFailure;
}

/**
 * A screen: the address that a state has, and the title of the document there. A part `:name` of the address stands for the
 * property of that name in the machine's context.
 */
export interface Screen {
  readonly path: string;
  readonly title: string;
}

/** What the view of a state may know about it: the address it has and the title of the document there. */
export interface ScreenMeta extends Partial<Screen> {
  /** How far below the top of the window it stops an error panel or a notice that takes focus, in pixels (Y §9). */
  readonly scrollOffset?: number;
}

/** The output of a machine whose screen is no place to stay at: where the person is taken instead. */
export interface LeftFor {
  readonly leftFor: string;
}
