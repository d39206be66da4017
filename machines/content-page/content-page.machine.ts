/** A static page (P §2.6): fetched by its path, and shown. A page without content is as good as none. */
import { assign, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { content } from '#domain/content/calls.ts';
import { filledPage } from '#domain/content/rules.ts';
import type { ContentPage } from '#domain/content/shapes.ts';
import type { Configuration } from '#domain/portal/shapes.ts';
import { call } from '../kit/effect.ts';
import type { LeftFor } from '../kit/events.ts';
import { withAnswer, withFailure } from '../kit/params.ts';

export interface ContentPageInput {
  /** The path below `/content`. */
  readonly path: string;
  /** The version of managed content, by which an answer may be cached. */
  readonly version: string;
  /** What the page's texts have in braces. */
  readonly configuration: Configuration;
}

interface Context extends ContentPageInput {
  readonly page: ContentPage | null;
  readonly failure: CallFailure | null;
}

export const contentPage = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'retry.wanted' } | { type: 'reload.wanted' },
    input: {} as ContentPageInput,
    output: {} as LeftFor,
    tags: {} as 'busy',
  },
  actors: { getPage: call(content.page) },
  guards: {
    hasContent: (_, page: ContentPage) => page.content.trim() !== '',
    isUnknown: (_, failure: CallFailure) => failure.kind === 'refused' && failure.status === 404,
  },
  actions: {
    keepPage: assign({
      page: ({ context }, page: ContentPage) => filledPage(page, context.configuration),
      failure: null,
    }),
    keepFailure: assign({ failure: (_, failure: CallFailure) => failure }),
  },
}).createMachine({
  id: 'contentPage',
  description: 'A static page of managed content is fetched by its path and shown',
  context: ({ input }) => ({ ...input, page: null, failure: null }),
  output: { leftFor: '/error/not-found' },
  initial: 'loading',
  states: {
    loading: {
      description: 'The page is being fetched',
      tags: 'busy',
      invoke: {
        id: 'getPage',
        src: 'getPage',
        input: ({ context: { path, version } }) => ({ query: { path, version } }),
        onDone: [
          {
            guard: withAnswer('hasContent'),
            target: 'showing',
            actions: withAnswer('keepPage'),
          },
          { target: 'empty' },
        ],
        onError: [
          {
            guard: withFailure('isUnknown'),
            target: 'empty',
          },
          {
            target: 'couldNotLoad',
            actions: withFailure('keepFailure'),
          },
        ],
      },
    },
    showing: { description: 'The page is there to read', on: { 'reload.wanted': 'loading' } },
    empty: {
      description: 'There is no such page, or nothing on it: the person is told that it is not found',
      type: 'final',
    },
    couldNotLoad: {
      description: 'The page could not be fetched; it can be tried again',
      on: { 'retry.wanted': 'loading' },
    },
  },
});
