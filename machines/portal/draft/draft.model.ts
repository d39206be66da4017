/** Model of synchronizing a draft with the server, including conflicts and failures (docs/decisions/drafts.md). */
import type { ContextFrom } from 'xstate';
import { type Answer, type EventCase, type ExpectedWhere, type Outcome, defineModel } from '../../kit/model.ts';
import { type DraftChange, draft } from './draft.machine.ts';

type Context = ContextFrom<typeof draft>;
type Cases = readonly ExpectedWhere<Context>[];

const flow = 'payflow';
const writer = 'this-tab';
const params = { flow };
const entered = { version: 1, amount: '12.50' };
const changed = { version: 1, amount: '20.00' };
const fromPhone = { version: 1, amount: '75.00' };
/** Nine consecutive digits, which could be an account number. */
const SECRET = '123456789';
const secret = { version: 1, note: `My account is ${SECRET}` };

const GATHERING = 1_000;
const RECOVERY = 30_000;

/** Effect of a change on the server: the draft is written, deleted, or there is nothing to delete. */
type Way = 'written' | 'forgotten' | 'nothing';

/** Change to send, and the server's revision as known to the tab at that time. */
interface Sending {
  readonly what?: (before: Context) => DraftChange | null;
  readonly revision?: number;
  readonly when?: (before: Context) => boolean;
  /** Possible effects in this situation. */
  readonly ways?: readonly Way[];
}

/** Returns the expected requests for a change: write, delete, or nothing for a draft that was never stored. */
function sends(
  where: string,
  { what = ({ pending }) => pending, revision, when, ways = ['written', 'forgotten', 'nothing'] }: Sending = {},
): Cases {
  const known = revision === undefined ? {} : { revision };
  const after = (before: Context) => revision ?? before.revision;
  const isFitting = (before: Context) => what(before) !== null && (when?.(before) ?? true);
  const isForgotten = (before: Context) => isFitting(before) && what(before)?.draft === null;
  const leaves = (before: Context) => ({ ...known, pending: null, sent: what(before), isUrgent: false });
  const cases: Record<Way, ExpectedWhere<Context>> = {
    nothing: {
      in: where,
      when: (before) => isForgotten(before) && after(before) === 0,
      state: 'kept',
      context: { ...known, pending: null, sent: null, isUrgent: false },
    },
    forgotten: {
      in: where,
      when: (before) => isForgotten(before) && after(before) > 0,
      state: 'sending.forgetting',
      context: leaves,
      calls: (before) => ({ forgetDraft: { params, query: { after: String(after(before)), writer } } }),
    },
    written: {
      in: where,
      when: (before) => isFitting(before) && !isForgotten(before),
      state: 'sending.writing',
      context: leaves,
      calls: (before) => ({
        writeDraft: { params, body: { after: after(before), writer, data: what(before)?.draft } },
      }),
    },
  };
  return ways.map((way) => cases[way]);
}

/**
 * Returns the expected results for further changes: they are sent immediately if urgent, otherwise together with the
 * changes of the next second.
 */
function goesOn(where: string, { what = ({ pending }) => pending, ...sending }: Sending = {}): Cases {
  const { revision } = sending;
  return [
    ...sends(where, { what, ...sending, when: ({ isUrgent }) => isUrgent }),
    {
      in: where,
      when: (before) => what(before) !== null,
      state: 'gathering',
      context: (before) => ({ ...(revision !== undefined && { revision }), sent: null, pending: what(before) }),
      waits: [GATHERING],
    },
  ];
}

/** Returns the expected results after a request has ended. Further changes follow. */
const settles = (where: string, sending: Sending = {}): Cases => [
  ...goesOn(where, sending),
  {
    in: where,
    state: 'kept',
    context: { ...(sending.revision !== undefined && { revision: sending.revision }), sent: null },
  },
];

const pendingOrSent = ({ pending, sent }: Context): DraftChange | null => pending ?? sent;

/** Expected result of a conflict: the draft is read again. */
const readsAgain: ExpectedWhere<Context> = { state: 'sending.readingAgain', calls: { readAgain: { params } } };

/** Expected result of a failure: the machine retries later. */
const waitsToTryAgain: ExpectedWhere<Context> = {
  state: 'notKept',
  context: (before) => ({ pending: pendingOrSent(before), sent: null }),
  waits: [RECOVERY],
};

const waitsForItsTurn = (to: unknown, isUrgent: boolean): ExpectedWhere<Context> => ({
  in: ['comparing', 'sending'],
  context: { pending: { draft: to }, isUrgent },
});

const isGathered = (where: readonly string[], to: unknown, isUrgent: boolean): ExpectedWhere<Context> => ({
  in: where,
  state: 'gathering',
  context: { pending: { draft: to }, isUrgent },
  waits: [GATHERING],
});

type DraftEvent = EventCase<{ type: 'draft.changed'; draft: unknown; isUrgent: boolean }, Context>;

const change = (to: unknown, isUrgent: boolean, then: Cases): DraftEvent => ({
  event: { type: 'draft.changed', draft: to, isUrgent },
  then,
});

/** Case for an urgent change: sent immediately, or within a second if the server was unreachable before. */
function urgentChange(to: unknown, ways: readonly Way[]): DraftEvent {
  const sent = (where: string) => sends(where, { what: () => ({ draft: to }), ways });
  return change(to, true, [
    ...sent('kept'),
    ...sent('gathering'),
    isGathered(['notKept'], to, true),
    waitsForItsTurn(to, true),
  ]);
}

/** Outcome in which the server has a draft: when the tab loads it, when it compares revisions, and after a conflict. */
const found = (
  kept: { readonly revision: number; readonly writer: string | null; readonly data: unknown },
  reading: { readonly comparing: Cases; readonly readingAgain: Cases },
): Outcome<Context> => ({
  answers: kept,
  then: [
    {
      in: 'lookingForDraft',
      state: 'kept',
      context: { revision: kept.revision, found: kept.data === null ? null : { draft: kept.data } },
    },
    ...reading.comparing,
    ...reading.readingAgain,
  ],
});

/**
 * Outcome in which another tab or device wrote the draft: its version wins and the sent change is dropped. Later input
 * is based on it.
 */
const foundOfOthers = (kept: Parameters<typeof found>[0]): Outcome<Context> =>
  found(kept, {
    comparing: settles('comparing'),
    readingAgain: settles('sending.readingAgain', {
      revision: kept.revision,
      ways: ['written', kept.revision === 0 ? 'nothing' : 'forgotten'],
    }),
  });

const noAnswer: Answer = { throws: { kind: 'noAnswer' } };
const serverAtFault: Answer = { throws: { kind: 'refused', status: 503 } };
/** Neither an answer nor a refusal, for example a redirect of a proxy. */
const redirected: Answer = { throws: { kind: 'refused', status: 302 } };
const outdated: Answer = { throws: { kind: 'refused', status: 409 } };
const tooLarge: Answer = { throws: { kind: 'refused', status: 422 } };

export default defineModel<typeof draft>({
  machine: draft,
  title: 'Draft',
  withoutScreen: 'It saves what a flow reports, in the background. Journeys see a restored draft.',
  place: 'flows that can be left unfinished',
  inputs: {
    'a tab without a copy': {
      input: { flow, writer, revision: 0, hasCopy: false },
      then: {
        state: 'lookingForDraft',
        context: { revision: 0, found: null, pending: null, sent: null, isUrgent: false },
        calls: { lookForDraft: { params } },
        waits: [3_000],
      },
    },
    'a tab after a reload': {
      input: { flow, writer, revision: 2, hasCopy: true },
      then: {
        state: 'comparing',
        context: { revision: 2, found: null, pending: null, sent: null, isUrgent: false },
        calls: { compareDraft: { params } },
      },
    },
    'a tab after a reload, without a draft on the server': {
      input: { flow, writer, revision: 0, hasCopy: true },
      then: { state: 'comparing', context: { revision: 0 }, calls: { compareDraft: { params } } },
    },
  },
  events: [
    change(entered, false, [
      isGathered(['kept', 'gathering', 'notKept'], entered, false),
      waitsForItsTurn(entered, false),
    ]),
    urgentChange(changed, ['written']),
    urgentChange(null, ['forgotten', 'nothing']),
    // A change with a secret is refused even if it is urgent.
    change(secret, false, []),
    change(secret, true, []),
    {
      event: { type: 'page.left' },
      then: [
        ...sends('comparing'),
        ...sends('gathering'),
        ...sends('notKept'),
        { in: 'sending', context: { isUrgent: true } },
      ],
    },
  ],
  outcomes: {
    readDraft: {
      'draft of another device': foundOfOthers({ revision: 5, writer: 'a-phone', data: fromPhone }),
      'deletion by another device': foundOfOthers({ revision: 6, writer: 'a-phone', data: null }),
      'no draft': foundOfOthers({ revision: 0, writer: null, data: null }),
      'draft of this tab': found(
        { revision: 3, writer, data: entered },
        {
          comparing: settles('comparing', { revision: 3, ways: ['written', 'forgotten'] }),
          // Only the answer was lost, or another write of this tab arrived first: the change follows it.
          readingAgain: goesOn('sending.readingAgain', {
            what: pendingOrSent,
            revision: 3,
            ways: ['written', 'forgotten'],
          }),
        },
      ),
      'no answer in time': {
        ...noAnswer,
        then: [
          { in: 'lookingForDraft', state: 'kept' },
          ...settles('comparing'),
          { in: 'sending.readingAgain', ...waitsToTryAgain },
        ],
      },
    },
    writeDraft: {
      written: {
        answers: { revision: 7 },
        then: settles('sending.writing', { revision: 7, ways: ['written', 'forgotten'] }),
      },
      'written by another device since': { ...outdated, then: readsAgain },
      'refused for good': { ...tooLarge, then: settles('sending.writing') },
      'the server is at fault': { ...serverAtFault, then: waitsToTryAgain },
      'the request is redirected': { ...redirected, then: waitsToTryAgain },
      'no answer in time': { ...noAnswer, then: waitsToTryAgain },
    },
    forgetDraft: {
      forgotten: {
        answers: { revision: 8 },
        then: settles('sending.forgetting', { revision: 8, ways: ['written', 'forgotten'] }),
      },
      'written by another device since': { ...outdated, then: readsAgain },
      'refused for good': { ...tooLarge, then: settles('sending.forgetting', { ways: ['written', 'forgotten'] }) },
      'the server is at fault': { ...serverAtFault, then: waitsToTryAgain },
      'no answer in time': { ...noAnswer, then: waitsToTryAgain },
    },
  },
  delays: [
    { ms: 3_000, then: { in: 'lookingForDraft', state: 'kept' } },
    { ms: GATHERING, then: sends('gathering') },
    { ms: RECOVERY, then: sends('notKept') },
  ],
  finish: ['kept', 'notKept'],
  claims: {
    'an account number is never sent': {
      never: ({ context: { pending, sent } }) => JSON.stringify([pending, sent]).includes(SECRET),
      brokenBy: 'guard canBeKept: always true',
    },
    'input is not lost when no answer comes': {
      never: ({ isIn, context }) => isIn('notKept') && context.pending === null,
      brokenBy: 'notKept: entry takeSentBack removed',
    },
    'a draft that was never stored is not deleted on the server': {
      never: ({ waitingFor, context }) => waitingFor.includes('forgetDraft') && context.revision === 0,
      brokenBy: 'guard hasNothingToForget: always false',
    },
  },
  draft: { of: ({ pending, sent }) => ({ pending, sent }), secrets: [SECRET] },
  facts: ({ hasCopy, revision, pending, sent, isUrgent }) => ({
    hasCopy,
    isNew: revision === 0,
    pending: pending && pending.draft !== null,
    sent: sent && sent.draft !== null,
    isUrgent,
  }),
});
