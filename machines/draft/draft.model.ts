/** How a draft gets to the server and back, and what keeps it from getting there (docs/decisions/drafts.md). */
import type { ContextFrom } from 'xstate';
import { type Answer, type EventCase, type ExpectedWhere, type Outcome, defineModel } from '../kit/model.ts';
import { type DraftChange, draft } from './draft.machine.ts';

type Context = ContextFrom<typeof draft>;
type Cases = readonly ExpectedWhere<Context>[];

const flow = 'payflow';
const writer = 'this-tab';
const params = { flow };
const entered = { version: 1, amount: '12.50' };
const changed = { version: 1, amount: '20.00' };
const fromPhone = { version: 1, amount: '75.00' };
/** Nine digits in a row may be the number of an account. */
const SECRET = '123456789';
const secret = { version: 1, note: `My account is ${SECRET}` };

const GATHERING = 1_000;
const RECOVERY = 30_000;

/** The draft is written or forgotten, or there is nothing to forget. */
type Way = 'written' | 'forgotten' | 'nothing';

/** What is to be sent, and the revision at the server as far as the tab knows it then. */
interface Sending {
  readonly what?: (before: Context) => DraftChange | null;
  readonly revision?: number;
  readonly when?: (before: Context) => boolean;
  /** What can happen there. */
  readonly ways?: readonly Way[];
}

/** It is sent: written, or forgotten; of what was never kept there is nothing to forget. */
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

/** What has changed meanwhile follows: at once where it must not wait, else with what changes within a second. */
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

/** Nothing is under way any more. What has changed meanwhile follows. */
const settles = (where: string, sending: Sending = {}): Cases => [
  ...goesOn(where, sending),
  {
    in: where,
    state: 'kept',
    context: { ...(sending.revision !== undefined && { revision: sending.revision }), sent: null },
  },
];

const pendingOrSent = ({ pending, sent }: Context): DraftChange | null => pending ?? sent;

/** Another writing is at the server: it is read again. */
const readsAgain: ExpectedWhere<Context> = { state: 'sending.readingAgain', calls: { readAgain: { params } } };

/** It is tried again later. */
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

/** What must not wait is sent at once; where the server was away a moment ago, within a second. */
function urgentChange(to: unknown, ways: readonly Way[]): DraftEvent {
  const sent = (where: string) => sends(where, { what: () => ({ draft: to }), ways });
  return change(to, true, [
    ...sent('kept'),
    ...sent('gathering'),
    isGathered(['notKept'], to, true),
    waitsForItsTurn(to, true),
  ]);
}

/** Something is found at the server: where the tab looks for a draft, where it compares, and where it reads again. */
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

/** What somebody else has written stays, and what was sent is dropped. What is entered from then on follows it. */
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
const outdated: Answer = { throws: { kind: 'refused', status: 409 } };
const tooLarge: Answer = { throws: { kind: 'refused', status: 422 } };

export default defineModel<typeof draft>({
  machine: draft,
  title: 'Draft of an Unfinished Flow',
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
    'a tab after a reload, of which the server had nothing': {
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
    // What may not be kept is not taken, however urgent it is.
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
      'what another device wrote': foundOfOthers({ revision: 5, writer: 'a-phone', data: fromPhone }),
      'what another device forgot': foundOfOthers({ revision: 6, writer: 'a-phone', data: null }),
      'nothing was kept': foundOfOthers({ revision: 0, writer: null, data: null }),
      'what this tab wrote': found(
        { revision: 3, writer, data: entered },
        {
          comparing: settles('comparing', { revision: 3, ways: ['written', 'forgotten'] }),
          // Only the answer was lost, or another writing of this tab came between: what was sent follows it.
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
      'written since by somebody else': { ...outdated, then: readsAgain },
      'refused for good': { ...tooLarge, then: settles('sending.writing') },
      'the server is at fault': { ...serverAtFault, then: waitsToTryAgain },
      'no answer in time': { ...noAnswer, then: waitsToTryAgain },
    },
    forgetDraft: {
      forgotten: {
        answers: { revision: 8 },
        then: settles('sending.forgetting', { revision: 8, ways: ['written', 'forgotten'] }),
      },
      'written since by somebody else': { ...outdated, then: readsAgain },
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
  claims: {
    'a number of an account is never sent': {
      never: ({ context: { pending, sent } }) => JSON.stringify([pending, sent]).includes(SECRET),
      brokenBy: 'guard canBeKept: always true',
    },
    'what was entered is not lost when no answer comes': {
      never: ({ isIn, context }) => isIn('notKept') && context.pending === null,
      brokenBy: 'notKept: entry takeSentBack removed',
    },
    'what was never kept is not forgotten at the server': {
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
