/** Events and emissions that charts share. Events are facts, past tense or as seen on the screen, with raw answers. */

/** Somebody asked for a screen by its address: Back, Forward, a typed link. XState's own routing event. */
export interface ScreenWanted<To extends string = string> {
  readonly type: 'xstate.route';
  readonly to: To;
}

/** Focus must go to a field (by its name) or to a named place, after the delay that the spec gives, in milliseconds. */
export interface FocusWanted {
  readonly type: 'focus.wanted';
  readonly place: 'field' | 'errors' | 'notice';
  readonly field?: string;
  readonly delay: number;
}

/** What the view of a state may know about it: the address it has and the title of the document there. */
export interface ScreenMeta {
  readonly path?: string;
  readonly title?: string;
}
