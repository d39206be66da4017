/** Where the focus goes. A machine lists what it needs of this among its actions, under these names. */
import { emit } from 'xstate';
import type { FocusWanted } from './events.ts';
import type { KitAction } from './params.ts';

/** The wait before the focus goes to an error panel (Y §9, P §9). */
export const ERRORS_DELAY = 200;

/** The wait before the focus goes to a notice (P §9). */
export const NOTICE_DELAY = 100;

/** The action that moves the focus to a place, after so many milliseconds: `focusNotice: focus('notice')`. */
export const focus = (place: 'errors' | 'notice' | 'heading', delay = 0) =>
  emit({ type: 'focus.wanted', place, delay }) as KitAction<object, undefined, FocusWanted>;

/** The action that moves the focus to a field at once; {@link focusOn} says to which. */
export const focusField = emit((_, { field }: { field: string }): FocusWanted => ({
  type: 'focus.wanted',
  place: 'field',
  field,
  delay: 0,
})) as KitAction<object, { readonly field: string }, FocusWanted>;

/** {@link focusField} among the actions of a transition: to this field, or to that which follows from its arguments. */
export const focusOn = <Args extends object>(field: string | ((args: Args) => string)) =>
  ({
    type: 'focusField',
    params: typeof field === 'string' ? { field } : (args: Args) => ({ field: field(args) }),
  }) as const;
