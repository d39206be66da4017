/** The chart of every page that only loads and shows: one call, shown when it is there, with a way out when it is not. */
import { type PromiseActorLogic, assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import type { Screen, ScreenMeta } from './events.ts';
import { withAnswer, withFailure } from './params.ts';

/** The request of a call that takes nothing. */
type NoRequest = Record<string, never>;

/** The chart that loads a page at `screen` by the call `load`. */
export function resource<Data>(id: string, load: PromiseActorLogic<Data, NoRequest>, screen: Screen) {
  return setup({
    types: {
      context: {} as { readonly data: Data | null; readonly failure: CallFailure | null },
      events: {} as { type: 'retry.wanted' } | { type: 'reload.wanted' },
      tags: {} as 'busy',
      meta: {} as ScreenMeta,
    },
    actors: { load },
    actions: {
      keepData: assign({ data: (_, data: Data) => data, failure: null }),
      keepFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    },
  }).createMachine({
    id,
    description: `${screen.title}: fetched, and shown`,
    context: { data: null, failure: null },
    meta: screen,
    initial: 'loading',
    states: {
      loading: {
        description: 'The page is being fetched',
        tags: 'busy',
        invoke: {
          id: 'load',
          src: 'load',
          input: {},
          onDone: { target: 'showing', actions: withAnswer('keepData') },
          onError: {
            target: 'couldNotLoad',
            actions: withFailure('keepFailure'),
          },
        },
      },
      showing: {
        description: 'The page is there to read',
        on: { 'reload.wanted': 'loading' },
      },
      couldNotLoad: {
        description: 'The page could not be fetched; it can be tried again',
        on: { 'retry.wanted': 'loading' },
      },
    },
  });
}
