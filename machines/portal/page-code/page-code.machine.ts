/**
 * Loads the code of a page when the page is first opened. Loading fails if the browser is offline, or if a newer
 * deployment has replaced the file. The machine then reloads the document automatically, once for each deployed
 * version; after that only Try again reloads it. It never reloads while the server is unreachable, because the browser
 * would then show no part of the portal.
 */
import { assign, setup } from 'xstate';
import { type DeployedRelease, effects } from '../../kit/effect.ts';
import type { ScreenMeta } from '../../kit/events.ts';
import { withAnswer } from '../../kit/params.ts';

export interface PageCodeInput {
  /** Name of the page in the route table. */
  readonly page: string;
}

interface Context extends PageCodeInput {
  /** Whether the person pressed Try again. */
  readonly isRetrying: boolean;
  /** Version on the server, or null if the server was not reached. */
  readonly version: string | null;
}

export const pageCode = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'retry.requested' },
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
    /**
     * Try again reloads whenever the server is reachable. An automatic reload happens only once per version, and not
     * with unsaved input.
     */
    canReload: ({ context: { isRetrying } }, { version, isReloadedFor, isUnsaved }: DeployedRelease) =>
      version !== null && (isRetrying || (!isReloadedFor && !isUnsaved)),
  },
  actions: {
    setVersion: assign({ version: (_, { version }: DeployedRelease) => version }),
    noteRetry: assign({ isRetrying: true }),
  },
}).createMachine({
  id: 'pageCode',
  description: 'Loads the code of a page; if that fails, the screen says so and the person can retry',
  context: ({ input }) => ({ ...input, isRetrying: false, version: null }),
  initial: 'loadingCode',
  states: {
    loadingCode: {
      description: 'The code is loading',
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
      description: 'The code failed to load; the deployed version is being requested',
      tags: 'busy',
      invoke: {
        id: 'findRelease',
        src: 'findRelease',
        input: {},
        onDone: [
          { guard: withAnswer('canReload'), target: 'reloading', actions: withAnswer('setVersion') },
          { target: 'codeMissing' },
        ],
        onError: 'codeMissing',
      },
    },
    reloading: {
      description: 'The document is reloading, with the code of the deployed version',
      tags: 'busy',
      invoke: {
        id: 'reload',
        src: 'reload',
        input: ({ context: { version } }) => ({ version: version ?? '' }),
        onDone: 'left',
        onError: 'codeMissing',
      },
    },
    left: { description: 'The browser is replacing the document', tags: 'busy', type: 'final' },
    codeMissing: {
      description: 'The page cannot be shown; the person can retry',
      meta: { title: "We couldn't load this page" },
      on: { 'retry.requested': { target: 'loadingCode', actions: 'noteRetry' } },
    },
    codeLoaded: { description: 'The page can be shown', type: 'final' },
  },
});
