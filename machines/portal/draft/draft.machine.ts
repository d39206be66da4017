/**
 * Synchronizes the draft of a flow with the server (P §2.5: it survives the time-out). The tab has its own copy in
 * session storage; this machine maintains the server's copy. It collects changes and sends them one after the other in
 * the background. No failure here stops the flow. One machine runs for each flow while the person is signed in.
 */
import { assign, setup } from 'xstate';
import { type CallFailure, isRefusedWith } from '#domain/call.ts';
import { drafts } from '#domain/portal/drafts/calls.ts';
import { problemWithDraft } from '#domain/portal/drafts/rules.ts';
import type { StoredDraft } from '#domain/portal/drafts/shapes.ts';
import { call } from '../../kit/effect.ts';
import { withAnswer, withEvent, withFailure } from '../../kit/params.ts';

/** Draft to write, or null to delete it. */
export interface DraftChange {
  readonly draft: unknown;
}

export interface DraftInput {
  readonly flow: string;
  /** Id of this tab on the server. */
  readonly writer: string;
  /** Server revision on which the tab's copy is based, or 0 for none. */
  readonly revision: number;
  /** Whether the tab has a copy. The copy is newer than the server's, so that only the server's revision is needed. */
  readonly hasCopy: boolean;
}

interface Context extends DraftInput {
  /** Server's draft, for a tab without a copy. */
  readonly found: DraftChange | null;
  /** Change that has not been sent yet. */
  readonly pending: DraftChange | null;
  /** Change in flight. */
  readonly sent: DraftChange | null;
  /** Whether the pending change must be sent without delay. */
  readonly isUrgent: boolean;
}

type Changed = { type: 'draft.changed'; draft: unknown; isUrgent: boolean };

const getStatus = (failure: CallFailure): number | null => (failure.kind === 'refused' ? failure.status : null);

/** Transition for a conflict, both when writing and when deleting a draft. */
const ifOutdated = { guard: withFailure('isOutdated'), target: 'readingAgain' } as const;
const ifRefusedForGood = { guard: withFailure('isRefusedForGood'), target: '#draftSent' } as const;

export const draft = setup({
  types: {
    context: {} as Context,
    events: {} as Changed | { type: 'page.left' },
    input: {} as DraftInput,
    tags: {} as 'busy' | 'background' | 'settled',
  },
  actors: {
    readDraft: call(drafts.read),
    writeDraft: call(drafts.write),
    forgetDraft: call(drafts.forget),
  },
  delays: {
    /** Maximum time in milliseconds that a flow waits for its draft. */
    draftTimeout: 3_000,
    /** Time in milliseconds during which changes are collected before they are sent. */
    gathering: 1_000,
    /** Delay in milliseconds before a retry. */
    recovery: 30_000,
  },
  guards: {
    hasCopy: ({ context }) => context.hasCopy,
    hasPending: ({ context }) => context.pending !== null,
    hasUrgent: ({ context }) => context.pending !== null && context.isUrgent,
    hasNothingToForget: ({ context }) => context.sent?.draft === null && context.revision === 0,
    isToBeForgotten: ({ context }) => context.sent?.draft === null,
    isUrgent: (_, { isUrgent, draft: changed }: Changed) => isUrgent && problemWithDraft(changed) === null,
    canBeStored: (_, { draft: changed }: Changed) => problemWithDraft(changed) === null,
    isOutdated: (_, failure: CallFailure) => isRefusedWith(failure, 409),
    isRefusedForGood: (_, failure: CallFailure) => {
      const status = getStatus(failure);
      return status !== null && status >= 400 && status < 500;
    },
    isOwnWriting: ({ context }, { writer }: StoredDraft) => writer === context.writer,
  },
  actions: {
    setFound: assign((_, { revision, data }: StoredDraft) => ({
      revision,
      found: data === null ? null : { draft: data },
    })),
    setRevision: assign({ revision: (_, { revision }: { revision: number }) => revision }),
    setPending: assign((_, { draft: changed, isUrgent }: Changed) => ({ pending: { draft: changed }, isUrgent })),
    setUrgent: assign({ isUrgent: true }),
    takePending: assign(({ context }) => ({ sent: context.pending, pending: null, isUrgent: false })),
    takeSentBack: assign(({ context }) => ({ pending: context.pending ?? context.sent, sent: null })),
    clearSent: assign({ sent: null }),
  },
}).createMachine({
  id: 'draft',
  description: 'The server stores the draft of an unfinished flow for all devices',
  context: ({ input }) => ({ ...input, found: null, pending: null, sent: null, isUrgent: false }),
  initial: 'arriving',
  states: {
    arriving: {
      description: "Chooses the first state; a tab with a copy does not need the server's draft",
      always: [{ guard: 'hasCopy', target: 'comparing' }, { target: 'lookingForDraft' }],
    },
    comparing: {
      description:
        "The server reports whether it has the tab's last write from before a reload; the flow does not wait for it",
      tags: 'background',
      invoke: {
        id: 'compareDraft',
        src: 'readDraft',
        input: ({ context }) => ({ params: { flow: context.flow } }),
        onDone: [
          {
            guard: withAnswer('isOwnWriting'),
            target: '#draftSent',
            actions: withAnswer('setRevision'),
          },
          // This tab must not adopt the revision of another writer, so that the server refuses to overwrite that draft.
          { target: '#draftSent' },
        ],
        onError: '#draftSent',
      },
      on: {
        'draft.changed': {
          guard: withEvent('canBeStored'),
          actions: withEvent('setPending'),
        },
        'page.left': { guard: 'hasPending', target: 'sending' },
      },
    },
    lookingForDraft: {
      description: "The server's draft from another tab or device is loading; the flow waits for it for a short time",
      tags: 'busy',
      after: { draftTimeout: 'stored' },
      invoke: {
        id: 'lookForDraft',
        src: 'readDraft',
        input: ({ context }) => ({ params: { flow: context.flow } }),
        onDone: { target: 'stored', actions: withAnswer('setFound') },
        onError: 'stored',
      },
    },
    stored: {
      description: 'The server is up to date',
      tags: 'settled',
      on: {
        'draft.changed': [
          {
            guard: withEvent('isUrgent'),
            target: 'sending',
            actions: withEvent('setPending'),
          },
          {
            guard: withEvent('canBeStored'),
            target: 'gathering',
            actions: withEvent('setPending'),
          },
        ],
      },
    },
    gathering: {
      description: 'The draft has changed; more changes may follow within a moment',
      after: { gathering: 'sending' },
      on: {
        'draft.changed': [
          {
            guard: withEvent('isUrgent'),
            target: 'sending',
            actions: withEvent('setPending'),
          },
          {
            guard: withEvent('canBeStored'),
            target: 'gathering',
            reenter: true,
            actions: withEvent('setPending'),
          },
        ],
        'page.left': 'sending',
      },
    },
    sending: {
      description: 'A change is in flight; further changes wait',
      entry: 'takePending',
      on: {
        'draft.changed': {
          guard: withEvent('canBeStored'),
          actions: withEvent('setPending'),
        },
        'page.left': { actions: 'setUrgent' },
      },
      initial: 'decidingHow',
      states: {
        decidingHow: {
          description: 'Chooses between writing and deleting; a draft without a revision needs no deletion',
          always: [
            { guard: 'hasNothingToForget', target: '#draftSent' },
            { guard: 'isToBeForgotten', target: 'forgetting' },
            { target: 'writing' },
          ],
        },
        writing: {
          description: 'The draft is being written',
          tags: 'background',
          invoke: {
            id: 'writeDraft',
            src: 'writeDraft',
            input: ({ context: { flow, revision, writer, sent } }) => ({
              params: { flow },
              body: { after: revision, writer, data: sent?.draft },
            }),
            onDone: { target: '#draftSent', actions: withAnswer('setRevision') },
            onError: [ifOutdated, ifRefusedForGood, { target: '#notStored' }],
          },
        },
        forgetting: {
          description: 'The draft is being deleted',
          tags: 'background',
          invoke: {
            id: 'forgetDraft',
            src: 'forgetDraft',
            input: ({ context: { flow, revision, writer } }) => ({
              params: { flow },
              query: { after: String(revision), writer },
            }),
            onDone: { target: '#draftSent', actions: withAnswer('setRevision') },
            onError: [ifOutdated, ifRefusedForGood, { target: '#notStored' }],
          },
        },
        readingAgain: {
          description: "Another tab or device wrote the draft; the server's version wins unless this tab wrote it",
          tags: 'background',
          invoke: {
            id: 'readAgain',
            src: 'readDraft',
            input: ({ context }) => ({ params: { flow: context.flow } }),
            onDone: [
              {
                guard: withAnswer('isOwnWriting'),
                target: '#draftSent',
                actions: [withAnswer('setRevision'), 'takeSentBack'],
              },
              { target: '#draftSent', actions: withAnswer('setRevision') },
            ],
            onError: '#notStored',
          },
        },
      },
    },
    sent: {
      id: 'draftSent',
      description: 'The change has arrived, or cannot be stored',
      entry: 'clearSent',
      always: [
        { guard: 'hasUrgent', target: 'sending' },
        { guard: 'hasPending', target: 'gathering' },
        { target: 'stored' },
      ],
    },
    notStored: {
      id: 'notStored',
      description: 'The server could not be reached; the tab has its copy, and the machine retries later',
      tags: 'settled',
      entry: 'takeSentBack',
      after: { recovery: 'sending' },
      on: {
        'draft.changed': {
          guard: withEvent('canBeStored'),
          target: 'gathering',
          actions: withEvent('setPending'),
        },
        'page.left': 'sending',
      },
    },
  },
});
