/**
 * The code of a page, which is loaded when the page is first opened. It may not arrive: the browser is offline, or a newer
 * version of the portal was deployed and has replaced it. The document is then loaded anew by itself, once for each deployed
 * version; after that only somebody's Try again does so. Without the server nothing is loaded anew, since the browser would
 * then show no portal at all.
 */
import { assign, setup } from 'xstate';
import { type DeployedRelease, effects } from '../kit/effect.ts';
import type { ScreenMeta } from '../kit/events.ts';
import { withAnswer } from '../kit/params.ts';

export interface PageCodeInput {
  /** The page, by its name in the table of addresses. */
  readonly page: string;
}

interface Context extends PageCodeInput {
  /** Whether somebody has asked to try again. */
  readonly isRetrying: boolean;
  /** The version that the server has now; null where it was not reached. */
  readonly version: string | null;
}

export const pageCode = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'retry.wanted' },
    input: {} as PageCodeInput,
    tags: {} as 'busy',
    meta: {} as ScreenMeta,
  },
  actors: {
    loadCode: effects['page.load'],
    findRelease: effects['release.find'],
    reload: effects['release.reload'],
  },
  guards: {
    /** A press reloads whenever the server is reached; nothing else does so a second time for one version, or in spite of unsaved work. */
    canReload: ({ context: { isRetrying } }, { version, isReloadedFor, isUnsaved }: DeployedRelease) =>
      version !== null && (isRetrying || (!isReloadedFor && !isUnsaved)),
  },
  actions: {
    keepVersion: assign({ version: (_, { version }: DeployedRelease) => version }),
    noteRetry: assign({ isRetrying: true }),
  },
}).createMachine({
  id: 'pageCode',
  description: 'The code of a page is loaded; where it does not arrive, that is said, and it can be tried again',
  context: ({ input }) => ({ ...input, isRetrying: false, version: null }),
  initial: 'loadingCode',
  states: {
    loadingCode: {
      description: 'The code is being loaded',
      tags: 'busy',
      invoke: {
        id: 'loadCode',
        src: 'loadCode',
        input: ({ context: { page } }) => ({ page }),
        onDone: 'codeLoaded',
        onError: 'findingRelease',
      },
    },
    findingRelease: {
      description: 'The code did not arrive: the server is asked which version of the portal it has',
      tags: 'busy',
      invoke: {
        id: 'findRelease',
        src: 'findRelease',
        input: {},
        onDone: [
          { guard: withAnswer('canReload'), target: 'reloading', actions: withAnswer('keepVersion') },
          { target: 'codeMissing' },
        ],
        onError: 'codeMissing',
      },
    },
    reloading: {
      description: 'The document is being loaded anew, and with it the code of the version that the server has',
      tags: 'busy',
      invoke: {
        id: 'reload',
        src: 'reload',
        input: ({ context: { version } }) => ({ version: version ?? '' }),
        onDone: 'left',
        onError: 'codeMissing',
      },
    },
    left: { description: 'The document is being replaced; nothing more happens here', tags: 'busy', type: 'final' },
    codeMissing: {
      description: 'The page cannot be shown; it can be tried again',
      meta: { title: 'This page could not be loaded' },
      on: { 'retry.wanted': { target: 'loadingCode', actions: 'noteRetry' } },
    },
    codeLoaded: { description: 'The page can be shown', type: 'final' },
  },
});
