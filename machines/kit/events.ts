/**
 * Events shared by machines. An event states a fact: past tense, or the action as the screen names it, with the
 * unprocessed answer as its payload.
 */

import type { CallFailure } from '#domain/call.ts';

/** Request for a screen by its URL: Back, Forward or a typed link. XState's own routing event. */
export interface ScreenRequested<To extends string = string> {
  readonly type: 'xstate.route';
  readonly to: To;
  /** Route parameters, as named in the screen's path ({@link Screen}). */
  readonly params?: Readonly<Record<string, string>>;
}

/** Request to restart a flow, sent when the borrower selects the flow's own menu entry inside the flow (P §2.3). */
export interface RestartRequested {
  readonly type: 'restart.requested';
}

/**
 * The data of the page may be stale: the person returned to its tab, or another tab of this browser sent a change
 * (ruling 90). A page with data that others can change reloads them.
 */
export interface FactsOutdated {
  readonly type: 'facts.outdated';
}

/**
 * Request to move focus to a field (by name) or a named place, after the specified delay in milliseconds. The page
 * heading receives focus only if the element that had it was removed.
 */
export interface FocusRequested {
  readonly type: 'focus.requested';
  readonly place: 'field' | 'errors' | 'notice' | 'heading';
  readonly field?: string;
  readonly delay: number;
}

/**
 * Upload progress of a call with a file, in whole percent of the request body. The actor that makes the call sends the
 * event to the machine that invoked it.
 */
export interface CallProgressed {
  readonly type: 'call.progressed';
  readonly percent: number;
}

/**
 * The submission has created its idempotency key and now sends the request under it. The parent stores the key so that
 * it can ask the server for the outcome after a reload.
 */
export interface KeyMade {
  readonly type: 'key.made';
  readonly key: string;
}

/**
 * Failure of a call that the specification does not show to the person. The environment that runs the machine logs it.
 */
export interface FailureIgnored {
  readonly type: 'failure.ignored';
  /** Log message for developers: `The message was not marked`. */
  readonly what: string;
  readonly failure: CallFailure;
}

/**
 * Failure of a call that the specification shows in the global error dialog (P §8). The environment that runs the
 * machine opens the dialog.
 */
export interface FailureUnhandled {
  readonly type: 'failure.unhandled';
  readonly failure: CallFailure;
}

/**
 * Screen: the URL path of a state and its document title. A path segment `:name` is a placeholder for the context
 * property of that name.
 */
export interface Screen {
  readonly path: string;
  readonly title: string;
}

/** Metadata of a state for its view: the path and the document title. */
export interface ScreenMeta extends Partial<Screen> {
  /** Distance in pixels between the top of the window and an error panel or notice that receives focus (Y §9). */
  readonly scrollOffset?: number;
}

/** Output of a machine whose screen cannot stay open: the path to which the person is redirected. */
export interface LeftFor {
  readonly leftFor: string;
}
