/** Actions that move focus. A machine lists the ones it needs among its actions, under these names. */
import { emit } from 'xstate';
import type { FocusRequested } from './events.ts';
import type { KitAction } from './params.ts';

/** Delay in milliseconds before an error panel receives focus (Y §9, P §9). */
export const ERRORS_DELAY = 200;

/** Delay in milliseconds before a notice receives focus (P §9). */
export const NOTICE_DELAY = 100;

/** Returns the action that moves focus to a place after `delay` milliseconds: `focusNotice: focus('notice')`. */
export const focus = (place: 'errors' | 'notice' | 'heading', delay = 0) =>
  emit({ type: 'focus.requested', place, delay }) as KitAction<object, undefined, FocusRequested>;

/** Action that moves focus to a field immediately; {@link focusOn} sets the field. */
export const focusField = emit((_, { field }: { field: string }): FocusRequested => ({
  type: 'focus.requested',
  place: 'field',
  field,
  delay: 0,
})) as KitAction<object, { readonly field: string }, FocusRequested>;

/**
 * Returns the {@link focusField} action of a transition, for a fixed field or one derived from the action's arguments.
 */
export const focusOn = <Args extends object>(field: string | ((args: Args) => string)) =>
  ({
    type: 'focusField',
    params: typeof field === 'string' ? { field } : (args: Args) => ({ field: field(args) }),
  }) as const;

/** The actions that most machines have: `actions: { ...focusActions, … }`. Another delay is named after them. */
export const focusActions = { focusNotice: focus('notice', NOTICE_DELAY), focusHeading: focus('heading'), focusField };
