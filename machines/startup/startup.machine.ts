/** Before anything is shown (P §4, Startup): configuration, flags and icons, then versions and the server's clock. */
import { assign, emit, setup } from 'xstate';
import type { CallFailure } from '#domain/call.ts';
import { portal } from '#domain/portal/calls.ts';
import type { Navigation } from '#domain/portal/navigation.ts';
import type { Configuration, ContentVersion, FeatureFlags, Icons } from '#domain/portal/shapes.ts';
import { call, effects } from '../kit/effect.ts';
import type { ScreenMeta } from '../kit/events.ts';
import { withAnswer, withFailure } from '../kit/params.ts';

/** The static files of the portal, each parsed by its schema; a wrong one is refused with file and field. */
export interface StaticFiles {
  readonly configuration: Configuration;
  readonly flags: FeatureFlags;
  readonly icons: Icons;
  readonly navigation: Navigation;
}

/** All that the portal knows once it has started. */
export interface Started extends StaticFiles {
  readonly contentVersion: ContentVersion;
  readonly buildVersion: string;
  /** Milliseconds by which the server's business clock is ahead of this machine's. */
  readonly clockDifference: number;
}

interface Context extends Partial<Started> {
  readonly failure: CallFailure | null;
}

export const startup = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'retry.wanted' },
    emitted: {} as { type: 'startup.failed'; failure: CallFailure | null },
    tags: {} as 'busy',
    meta: {} as ScreenMeta,
  },
  actors: {
    getStaticFiles: effects['startup.staticFiles'],
    getBuildVersion: effects['startup.buildVersion'],
    getContentVersion: call(portal.contentVersion),
    getClockDifference: effects['startup.clockDifference'],
  },
  actions: {
    keepStaticFiles: assign((_, files: StaticFiles) => files),
    keepBuildVersion: assign({ buildVersion: (_, version: string) => version }),
    keepContentVersion: assign({ contentVersion: (_, version: ContentVersion) => version }),
    keepClockDifference: assign({ clockDifference: (_, difference: number) => difference }),
    keepFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    reportFailure: emit(({ context }) => ({ type: 'startup.failed' as const, failure: context.failure })),
  },
}).createMachine({
  id: 'startup',
  description: 'The portal finds out how it is configured, which versions it shows and what time it is',
  context: { failure: null },
  initial: 'readingStaticFiles',
  states: {
    readingStaticFiles: {
      description: 'Configuration, feature flags and icons are being read, past any cache',
      tags: 'busy',
      invoke: {
        id: 'getStaticFiles',
        src: 'getStaticFiles',
        input: {},
        onDone: {
          target: 'askingTheServer',
          actions: withAnswer('keepStaticFiles'),
        },
        onError: {
          target: 'couldNotStart',
          actions: withFailure('keepFailure'),
        },
      },
    },
    askingTheServer: {
      description: 'Versions and time are being asked for together',
      type: 'parallel',
      tags: 'busy',
      onDone: 'started',
      states: {
        content: {
          description: 'The version of the managed content',
          initial: 'askingForContentVersion',
          states: {
            askingForContentVersion: {
              description: 'The content version is being fetched',
              invoke: {
                id: 'getContentVersion',
                src: 'getContentVersion',
                input: ({ context }) => ({
                  params: {
                    clientId: String(context.configuration?.clientId ?? ''),
                    appId: String(context.configuration?.applicationId ?? ''),
                  },
                }),
                onDone: {
                  target: 'contentVersionKnown',
                  actions: withAnswer('keepContentVersion'),
                },
                onError: {
                  target: '#couldNotStart',
                  actions: withFailure('keepFailure'),
                },
              },
            },
            contentVersionKnown: { description: 'The content version is there', type: 'final' },
          },
        },
        build: {
          description: 'The version of the portal itself',
          initial: 'askingForBuildVersion',
          states: {
            askingForBuildVersion: {
              description: 'The build version is being fetched',
              invoke: {
                id: 'getBuildVersion',
                src: 'getBuildVersion',
                input: {},
                onDone: {
                  target: 'buildVersionKnown',
                  actions: withAnswer('keepBuildVersion'),
                },
                onError: {
                  target: '#couldNotStart',
                  actions: withFailure('keepFailure'),
                },
              },
            },
            buildVersionKnown: { description: 'The build version is there', type: 'final' },
          },
        },
        clock: {
          description: "The difference between this machine's clock and the server's",
          initial: 'askingForTime',
          states: {
            askingForTime: {
              description: "The server's time is being asked for",
              invoke: {
                id: 'getClockDifference',
                src: 'getClockDifference',
                input: {},
                onDone: {
                  target: 'timeKnown',
                  actions: withAnswer('keepClockDifference'),
                },
                onError: {
                  target: '#couldNotStart',
                  actions: withFailure('keepFailure'),
                },
              },
            },
            timeKnown: { description: 'The difference is known', type: 'final' },
          },
        },
      },
    },
    couldNotStart: {
      id: 'couldNotStart',
      description: 'Something that the portal needs did not come; the failure is logged and it can be tried again',
      meta: { title: 'The site could not be opened' },
      entry: 'reportFailure',
      on: { 'retry.wanted': 'readingStaticFiles' },
    },
    started: { description: 'The portal is ready', type: 'final' },
  },
});

/** What a started portal knows; undefined before the machine has reached its end. */
export function startedOf(context: Context): Started | undefined {
  const { configuration, flags, icons, navigation, contentVersion, buildVersion, clockDifference } = context;
  if (
    !configuration ||
    !flags ||
    !icons ||
    !navigation ||
    !contentVersion ||
    buildVersion === undefined ||
    clockDifference === undefined
  ) {
    return undefined;
  }
  return { configuration, flags, icons, navigation, contentVersion, buildVersion, clockDifference };
}
