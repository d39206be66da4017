/**
 * How what was entered in a flow gets to the server and back (P §2.5: it survives the time-out). The tab has the quick
 * copy; this machine sees to the server's. Changes are gathered, sent one after the other, and never in the way: whatever
 * goes wrong here, the flow goes on. One runs for each flow, for as long as the person is signed in.
 */
import { assign, setup } from 'xstate';
import { type CallFailure, isRefusedWith } from '#domain/call.ts';
import { drafts } from '#domain/drafts/calls.ts';
import { problemWithDraft } from '#domain/drafts/rules.ts';
import type { KeptDraft } from '#domain/drafts/shapes.ts';
import { call } from '../kit/effect.ts';
import { withAnswer, withEvent, withFailure } from '../kit/params.ts';

/** Null as a draft means that it is to be forgotten. */
export interface DraftChange {
  readonly draft: unknown;
}

export interface DraftInput {
  readonly flow: string;
  /** Names this tab at the server. */
  readonly writer: string;
  /** The revision on which the tab's copy is built; 0 where it is built on none. */
  readonly revision: number;
  /** Whether the tab has a copy. It is newer than the server's, of which only the revision is asked for. */
  readonly hasCopy: boolean;
}

interface Context extends DraftInput {
  /** What the server has for a tab without a copy. */
  readonly found: DraftChange | null;
  /** What has changed and is not under way yet. */
  readonly pending: DraftChange | null;
  /** What is under way. */
  readonly sent: DraftChange | null;
  /** Whether what is pending must not wait for more. */
  readonly isUrgent: boolean;
}

type Changed = { type: 'draft.changed'; draft: unknown; isUrgent: boolean };

const statusOf = (failure: CallFailure): number | null => (failure.kind === 'refused' ? failure.status : null);

/** What follows where a draft could not be written, and just so where it could not be forgotten. */
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
    /** How long a flow waits for its draft before it starts without. */
    patience: 3_000,
    /** How long changes are gathered before they are sent. */
    gathering: 1_000,
    /** How long to wait before what could not be kept is tried again. */
    recovery: 30_000,
  },
  guards: {
    hasCopy: ({ context }) => context.hasCopy,
    hasPending: ({ context }) => context.pending !== null,
    hasUrgent: ({ context }) => context.pending !== null && context.isUrgent,
    hasNothingToForget: ({ context }) => context.sent?.draft === null && context.revision === 0,
    isToBeForgotten: ({ context }) => context.sent?.draft === null,
    isUrgent: (_, { isUrgent, draft: changed }: Changed) => isUrgent && problemWithDraft(changed) === null,
    canBeKept: (_, { draft: changed }: Changed) => problemWithDraft(changed) === null,
    isOutdated: (_, failure: CallFailure) => isRefusedWith(failure, 409),
    isRefusedForGood: (_, failure: CallFailure) => {
      const status = statusOf(failure);
      return status !== null && status >= 400 && status < 500;
    },
    isOwnWriting: ({ context }, { writer }: KeptDraft) => writer === context.writer,
  },
  actions: {
    keepFound: assign((_, { revision, data }: KeptDraft) => ({
      revision,
      found: data === null ? null : { draft: data },
    })),
    keepRevision: assign({ revision: (_, { revision }: { revision: number }) => revision }),
    keepPending: assign((_, { draft: changed, isUrgent }: Changed) => ({ pending: { draft: changed }, isUrgent })),
    setUrgent: assign({ isUrgent: true }),
    takePending: assign(({ context }) => ({ sent: context.pending, pending: null, isUrgent: false })),
    takeSentBack: assign(({ context }) => ({ pending: context.pending ?? context.sent, sent: null })),
    clearSent: assign({ sent: null }),
  },
}).createMachine({
  id: 'draft',
  description: 'What was entered in an unfinished flow is kept by the server, for every device',
  context: ({ input }) => ({ ...input, found: null, pending: null, sent: null, isUrgent: false }),
  initial: 'arriving',
  states: {
    arriving: {
      description: 'A tab that has a copy needs no other',
      always: [{ guard: 'hasCopy', target: 'comparing' }, { target: 'lookingForDraft' }],
    },
    comparing: {
      description:
        'The server is asked whether it has what this tab wrote as it was reloaded; the flow does not wait for it',
      tags: 'background',
      invoke: {
        id: 'compareDraft',
        src: 'readDraft',
        input: ({ context }) => ({ params: { flow: context.flow } }),
        onDone: [
          {
            guard: withAnswer('isOwnWriting'),
            target: '#draftSent',
            actions: withAnswer('keepRevision'),
          },
          // Another's writing stays unknown to this tab, so that the server refuses to write over it.
          { target: '#draftSent' },
        ],
        onError: '#draftSent',
      },
      on: {
        'draft.changed': {
          guard: withEvent('canBeKept'),
          actions: withEvent('keepPending'),
        },
        'page.left': { guard: 'hasPending', target: 'sending' },
      },
    },
    lookingForDraft: {
      description: 'The server is asked what was entered elsewhere; the flow waits for it, but not long',
      tags: 'busy',
      after: { patience: 'kept' },
      invoke: {
        id: 'lookForDraft',
        src: 'readDraft',
        input: ({ context }) => ({ params: { flow: context.flow } }),
        onDone: { target: 'kept', actions: withAnswer('keepFound') },
        onError: 'kept',
      },
    },
    kept: {
      description: 'There is nothing to send',
      tags: 'settled',
      on: {
        'draft.changed': [
          {
            guard: withEvent('isUrgent'),
            target: 'sending',
            actions: withEvent('keepPending'),
          },
          {
            guard: withEvent('canBeKept'),
            target: 'gathering',
            actions: withEvent('keepPending'),
          },
        ],
      },
    },
    gathering: {
      description: 'Something has changed; more may follow in a moment',
      after: { gathering: 'sending' },
      on: {
        'draft.changed': [
          {
            guard: withEvent('isUrgent'),
            target: 'sending',
            actions: withEvent('keepPending'),
          },
          {
            guard: withEvent('canBeKept'),
            target: 'gathering',
            reenter: true,
            actions: withEvent('keepPending'),
          },
        ],
        'page.left': 'sending',
      },
    },
    sending: {
      description: 'What has changed is under way; what changes meanwhile waits for its turn',
      entry: 'takePending',
      on: {
        'draft.changed': {
          guard: withEvent('canBeKept'),
          actions: withEvent('keepPending'),
        },
        'page.left': { actions: 'setUrgent' },
      },
      initial: 'decidingHow',
      states: {
        decidingHow: {
          description: 'A draft is written or forgotten; of what was never kept there is nothing to forget',
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
            onDone: { target: '#draftSent', actions: withAnswer('keepRevision') },
            onError: [ifOutdated, ifRefusedForGood, { target: '#notKept' }],
          },
        },
        forgetting: {
          description: 'The draft is being forgotten',
          tags: 'background',
          invoke: {
            id: 'forgetDraft',
            src: 'forgetDraft',
            input: ({ context: { flow, revision, writer } }) => ({
              params: { flow },
              query: { after: String(revision), writer },
            }),
            onDone: { target: '#draftSent', actions: withAnswer('keepRevision') },
            onError: [ifOutdated, ifRefusedForGood, { target: '#notKept' }],
          },
        },
        readingAgain: {
          description: 'Another tab or device has written meanwhile: its draft stays, unless it was this tab after all',
          tags: 'background',
          invoke: {
            id: 'readAgain',
            src: 'readDraft',
            input: ({ context }) => ({ params: { flow: context.flow } }),
            onDone: [
              {
                guard: withAnswer('isOwnWriting'),
                target: '#draftSent',
                actions: [withAnswer('keepRevision'), 'takeSentBack'],
              },
              { target: '#draftSent', actions: withAnswer('keepRevision') },
            ],
            onError: '#notKept',
          },
        },
      },
    },
    sent: {
      id: 'draftSent',
      description: 'Nothing is under way: it has arrived, or cannot be kept',
      entry: 'clearSent',
      always: [
        { guard: 'hasUrgent', target: 'sending' },
        { guard: 'hasPending', target: 'gathering' },
        { target: 'kept' },
      ],
    },
    notKept: {
      id: 'notKept',
      description: 'The server could not be reached; the tab has its copy, and it is tried again',
      tags: 'settled',
      entry: 'takeSentBack',
      after: { recovery: 'sending' },
      on: {
        'draft.changed': {
          guard: withEvent('canBeKept'),
          target: 'gathering',
          actions: withEvent('keepPending'),
        },
        'page.left': 'sending',
      },
    },
  },
});
