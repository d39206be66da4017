/**
 * Part of the dashboard that loads lazily, before it scrolls into view: the next dates, and changes since the last
 * visit.
 */
import { focusActions } from '../../kit/focus.ts';
import { assign, setup } from 'xstate';
import { updates as calls } from '#domain/accounts/updates/calls.ts';
import type { Updates } from '#domain/accounts/updates/shapes.ts';
import { call, savedCall } from '../../kit/effect.ts';
import type { FocusRequested } from '../../kit/events.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer } from '../../kit/params.ts';
import { saving } from '../../kit/saving.ts';

interface Context {
  /** Null until they have loaded. */
  readonly updates: Updates | null;
  /** Whether the calendar file could not be saved. */
  readonly isUnsaved: boolean;
}

export const dashboardUpdates = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'retry.requested' } | { type: 'calendar.pressed' },
    input: {} as object,
    emitted: {} as FocusRequested,
    tags: {} as 'busy' | 'background' | 'settled',
  },
  actors: {
    getUpdates: call(calls.read),
    getCalendar: savedCall(calls.calendar),
  },
  actions: {
    setUpdates: assign({ updates: (_, updates: Updates) => updates }),
    setUnsaved: assign({ isUnsaved: true }),
    clearUnsaved: assign({ isUnsaved: false }),
    ...focusActions,
  },
}).createMachine({
  id: 'dashboardUpdates',
  description: 'The next dates of the loans, and the changes since the last visit',
  context: { updates: null, isUnsaved: false },
  initial: 'loading',
  states: {
    // The rest of the dashboard can be used.
    ...loading('loading', {
      what: 'the updates',
      actor: 'getUpdates',
      input: {},
      onDone: { target: 'showing', actions: withAnswer('setUpdates') },
      waiting: 'background',
      isOptional: true,
    }),
    showing: {
      description: 'The updates are shown; the dates can be saved for a calendar',
      tags: 'settled',
      on: { 'calendar.pressed': { target: 'gettingCalendar', actions: 'clearUnsaved' } },
    },
    gettingCalendar: saving({
      what: 'the calendar file',
      actor: 'getCalendar',
      input: {},
      onDone: 'showing',
      onError: { target: 'showing', actions: 'setUnsaved' },
    }),
  },
});
