/** Specification of synchronizing a draft with the server, including conflicts and failures (docs/decisions/drafts.md). */
import type { ContextFrom } from 'xstate';
import { type Cases, answers } from 'xstate-workbench/model';
import { failed, noAnswer, spec, words } from '../../kit/spec.ts';
import { type DraftChange, type DraftInput, draft } from './draft.machine.ts';

type Context = ContextFrom<typeof draft>;
const { to, stays, given, hears } = words<typeof draft>();

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
const LOOKING = 3_000;

/** Effect of sending a change on the server: the draft is written, deleted, or there is nothing to delete. */
type Way = 'nothing' | 'forgotten' | 'written';
interface Sending {
  /** The change; by default the pending one. */
  readonly what?: (before: Context) => DraftChange | null;
  /** The server's revision that the tab knows afterwards, if it changes. */
  readonly revision?: number;
  /** Effects that never occur in this situation. */
  readonly never?: readonly Way[];
}
const waiting = ({ pending }: Context) => pending;
const waitingOrSent = ({ pending, sent }: Context) => pending ?? sent;

const knownIn = ({ revision }: Sending) => (revision === undefined ? {} : { revision });

/** The change is sent, if there is one. */
function sends({ what = waiting, never = [], ...sending }: Sending = {}) {
  const known = { ...knownIn(sending), pending: null, isUrgent: false };
  const after = (before: Context) => sending.revision ?? before.revision;
  const isForgotten = (before: Context) => what(before)?.draft === null;
  const leaves = (before: Context) => ({ ...known, sent: what(before) });
  const ways: Record<Way, Cases<Context>> = {
    nothing: given((before) => isForgotten(before) && after(before) === 0, to('stored', { ...known, sent: null })),
    forgotten: given(
      isForgotten,
      to('sending.forgetting', leaves, {
        calls: (before) => ({ forgetDraft: { params, query: { after: String(after(before)), writer } } }),
      }),
    ),
    written: to('sending.writing', leaves, {
      calls: (before) => ({
        writeDraft: { params, body: { after: after(before), writer, data: what(before)?.draft } },
      }),
    }),
  };
  const possible = Object.entries(ways).filter(([way]) => !never.some((each) => each === way));
  return given((before) => what(before) !== null, ...possible.map(([, cases]) => cases));
}

/** Further changes are sent at once if urgent, otherwise together with those of the next second. */
const goesOn = ({ what = waiting, ...sending }: Sending = {}) => [
  given(({ isUrgent }) => isUrgent, sends({ what, ...sending })),
  given(
    (before) => what(before) !== null,
    to('gathering', (before) => ({ ...knownIn(sending), sent: null, pending: what(before) }), { waits: [GATHERING] }),
  ),
];
/** A request has ended. Further changes follow. */
const settles = (sending: Sending = {}) => [goesOn(sending), to('stored', { ...knownIn(sending), sent: null })];

const readsAgain = to('sending.readingAgain', undefined, { calls: { readAgain: { params } } });
const waitsToTryAgain = to('notStored', (before) => ({ pending: waitingOrSent(before), sent: null }), {
  waits: [RECOVERY],
});

interface Change {
  readonly draft: unknown;
  readonly isUrgent: boolean;
}
const CHANGES: readonly Change[] = [
  { draft: entered, isUrgent: false },
  { draft: changed, isUrgent: true },
  { draft: null, isUrgent: true },
];
/** Results of each change of the draft. */
const changes = (then: (change: Change) => Cases<Context>) =>
  CHANGES.map((change) => hears({ type: 'draft.changed', ...change }, then(change)));
const gathers = ({ draft: value, isUrgent }: Change) =>
  to('gathering', { pending: { draft: value }, isUrgent }, { waits: [GATHERING] });
const waitsForItsTurn = ({ draft: value, isUrgent }: Change) => stays({ pending: { draft: value }, isUrgent });
const sendsIfUrgent = (change: Change) =>
  change.isUrgent
    ? sends({
        what: () => ({ draft: change.draft }),
        never: change.draft === null ? ['written'] : ['forgotten', 'nothing'],
      })
    : gathers(change);

/** Possible contents of the server's draft. */
interface Stored {
  readonly revision: number;
  readonly writer: string | null;
  readonly data: unknown;
}
const DRAFTS: Readonly<Record<string, Stored>> = {
  'draft of another device': { revision: 5, writer: 'a-phone', data: fromPhone },
  'deletion by another device': { revision: 6, writer: 'a-phone', data: null },
  'no draft': { revision: 0, writer: null, data: null },
  'draft of this tab': { revision: 3, writer, data: entered },
};
const reads = (then: (stored: Stored) => Cases<Context>, otherwise: Cases<Context>) => ({
  readDraft: {
    ...Object.fromEntries(
      Object.entries(DRAFTS).map(([name, stored]) => [name, [answers(stored), then(stored)] as const]),
    ),
    'no answer in time': [noAnswer, otherwise] as const,
  },
});
const isOwn = (stored: Stored) => stored.writer === writer;

const notDone = (refused: Cases<Context>) => ({
  'written by another device since': [failed(409), readsAgain] as const,
  'refused for good': [failed(422), refused] as const,
  'the server is at fault': [failed(503), waitsToTryAgain] as const,
  'no answer in time': [noAnswer, waitsToTryAgain] as const,
});

const starts = (revision: number, hasCopy: boolean, first: ReturnType<typeof to>) => {
  const input: DraftInput = { flow, writer, revision, hasCopy };
  return [input, { ...first, context: { revision, found: null, pending: null, sent: null, isUrgent: false } }] as const;
};
const compares = to('comparing', undefined, { calls: { compareDraft: { params } } });

export default spec(draft, {
  title: 'Draft',
  withoutScreen: 'It saves the entries of a flow in the background. Journeys see a restored draft.',
  place: 'flows that can be left unfinished',
  starts: {
    'a tab without a copy': starts(
      0,
      false,
      to('lookingForDraft', undefined, { calls: { lookForDraft: { params } }, waits: [LOOKING] }),
    ),
    'a tab after a reload': starts(2, true, compares),
    'a tab after a reload, without a draft on the server': starts(0, true, compares),
  },
  states: {
    lookingForDraft: {
      when: reads(
        ({ revision, data }) => to('stored', { revision, found: data === null ? null : { draft: data } }),
        to('stored'),
      ),
      after: { [LOOKING]: to('stored') },
    },
    comparing: {
      on: [changes(waitsForItsTurn), hears('page.left', sends())],
      // The server must refuse to overwrite the draft of another device, so its revision is not adopted.
      when: reads(
        (stored) => settles(isOwn(stored) ? { revision: stored.revision, never: ['nothing'] } : {}),
        settles(),
      ),
    },
    stored: { on: changes(sendsIfUrgent) },
    gathering: {
      on: [changes(sendsIfUrgent), hears('page.left', sends())],
      after: { [GATHERING]: sends() },
    },
    sending: { on: [changes(waitsForItsTurn), hears('page.left', stays({ isUrgent: true }))] },
    'sending.writing': {
      when: {
        writeDraft: {
          written: [answers({ revision: 7 }), ...settles({ revision: 7, never: ['nothing'] })],
          'the request is redirected': [failed(302), waitsToTryAgain],
          ...notDone(settles()),
        },
      },
    },
    'sending.forgetting': {
      when: {
        forgetDraft: {
          forgotten: [answers({ revision: 8 }), ...settles({ revision: 8, never: ['nothing'] })],
          ...notDone(settles({ never: ['nothing'] })),
        },
      },
    },
    'sending.readingAgain': {
      when: reads((stored) => {
        const { revision } = stored;
        // Only the answer was lost, or another write of this tab arrived first: the change follows it.
        if (isOwn(stored)) return goesOn({ what: waitingOrSent, revision, never: ['nothing'] });
        // The other device's version wins, and the change that was sent is dropped.
        return settles({ revision, never: [revision === 0 ? 'forgotten' : 'nothing'] });
      }, waitsToTryAgain),
    },
    notStored: {
      on: [changes(gathers), hears('page.left', sends())],
      after: { [RECOVERY]: sends() },
    },
  },
  anywhere: {
    // A change with a secret is refused even if it is urgent.
    on: [
      hears({ type: 'draft.changed', draft: secret, isUrgent: false }),
      hears({ type: 'draft.changed', draft: secret, isUrgent: true }),
    ],
  },
  finish: ['stored', 'notStored'],
  claims: {
    'an account number is never sent': {
      never: ({ context: { pending, sent } }) => JSON.stringify([pending, sent]).includes(SECRET),
      brokenBy: 'guard canBeStored: always true',
    },
    'input is not lost when no answer comes': {
      never: ({ isIn, context }) => isIn('notStored') && context.pending === null,
      brokenBy: 'notStored: entry takeSentBack removed',
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
