/** Model of payoff quotes (ruling 79). */
import type { ContextFrom } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { nothingOwed, sampleAnswer, saturdayQuote } from './payoff-quote.samples.ts';
import { COULD_NOT_LOAD, REVIEW, TRY_AGAIN, toErrors, toNotice } from '../../kit/expected-page.ts';
import { isFirstPress, keptPress, partOf, repeatedFocus, onePress } from '../../kit/expected-presses.ts';
import { type Expected, type ExpectedWhere, defineModel } from '../../kit/model.ts';
import { payoffDraft, payoffQuote } from './payoff-quote.machine.ts';

type Context = ContextFrom<typeof payoffQuote>;

const NOT_QUOTED = "We couldn't get this quote. Please try again.";
const NOT_SAVED = "We couldn't save the PDF. Please try again.";
const CLOSED = "You can't make a payment for 12/05/2026";
const NOTHING = "You don't owe anything, so there is nothing to pay off.";
const TOO_LATE = 'Choose a payoff date within the next 30 days, on or before 12/20/2026.';
const FORMAT = 'Enter the payoff date as MM/DD/YYYY, for example 12/07/2026.';

const emptyForm = { values: { account: '', date: '' }, touched: [], attempted: false, errors: {}, panel: [] };
const atFirst = { date: null, answer: null, form: emptyForm, notice: null, pressed: [] };
const saturday = { ...sampleAnswer, quote: saturdayQuote };
const server503 = { kind: 'refused', status: 503 } as const;
const noAnswer = { kind: 'noAnswer' } as const;

const loads = (account: string | null) => ({
  state: 'loading',
  calls: { getQuote: { query: account === null ? {} : { account } } },
});
const nothingToPay = { answer: nothingOwed, draft: null, form: emptyForm };
const couldNotLoad = { state: 'couldNotLoad', focus: toNotice } as const;
const startedWith = (date: string) => ({ ...emptyForm, values: { account: 'acct-1', date } });

/** Drafts with another day, with a day that is not typed to its end, and begun beside another quote than the address names. */
const draftWith = (date: string, place: string): FormDraft => ({
  version: 1,
  key: null,
  place,
  typed: { account: 'acct-1', date },
  leftOut: [],
});
const draft = draftWith('12/05/2026', '?account=acct-1&date=2026-11-30');
const ofOtherAccount: FormDraft = { ...draft, typed: { account: 'acct-2', date: '11/30/2026' } };
const halfTyped = draftWith('2026-12-05', '?account=acct-1&date=2026-11-30');
const draftOfAnother = draftWith('12/05/2026', '?account=acct-2&date=2026-11-30');

/** Days in an address: one with a quote, and one that cannot be quoted. */
const [asked, tooLate] = [plainDateOf('2026-12-05'), plainDateOf('2027-12-05')];

/** States in which a date can be typed. */
const TYPING = ['showing', 'gettingPdf'];

/** Types a date. The day that is valid in the model is 12/05/2026; the quote starts with 11/30/2026. */
const types = (value: string) => ({
  event: { type: 'field.changed', field: 'date', value } as const,
  gesture: { action: 'fill', role: 'textbox', name: 'Payoff date', value } as const,
  then: { in: TYPING, context: { form: { values: { date: value } } } },
});

const DAYS: Readonly<Record<string, string>> = {
  '11/30/2026': '2026-11-30',
  '12/05/2026': '2026-12-05',
  '12/07/2026': '2026-12-07',
};
const isTooLate = (date: string) => date === '12/21/2026';
const isMistyped = (date: string) => date === '2026-12-05';

const SUBMIT = { type: 'submit.pressed' } as const;
const BANKING_DAY = { type: 'bankingDay.chosen' } as const;
const SAVE = { type: 'save.pressed' } as const;

const isClosed = ({ answer }: Context): boolean => answer?.quote?.isPayable === false;

/** Expected results of Get Quote. */
const submits: readonly ExpectedWhere<Context>[] = [
  {
    when: ({ form }) => isTooLate(form.values.date) || isMistyped(form.values.date),
    context: { notice: null, form: { attempted: true } },
    focus: toErrors,
    reads: [REVIEW],
    hides: [NOT_QUOTED, NOT_SAVED],
  },
  {
    state: 'gettingQuote',
    context: { notice: null },
    calls: ({ form: { values } }) => ({
      getAnotherQuote: { query: { account: values.account, date: DAYS[values.date] } },
    }),
    reads: ['Getting your quote…'],
    hides: [NOT_QUOTED, NOT_SAVED],
  },
];
const asksForMonday: Expected<Context> = {
  state: 'gettingQuote',
  context: { notice: null, form: startedWith('12/07/2026') },
  calls: { getAnotherQuote: { query: { account: 'acct-1', date: '2026-12-07' } } },
};
const saves: Expected<Context> = {
  state: 'gettingPdf',
  context: { notice: null },
  calls: ({ answer }) => ({ getPdf: { params: { accountId: 'acct-1', date: answer?.quote?.date } } }),
  hides: [NOT_QUOTED, NOT_SAVED],
};

/** Expected results after the PDF was saved: what was pressed in the meantime counts. */
const savedThen: readonly ExpectedWhere<Context>[] = [
  ...submits.map((then) => ({ press: SUBMIT, ...then })),
  { press: BANKING_DAY, when: isClosed, ...asksForMonday },
  { press: BANKING_DAY },
].map(({ press, when = () => true, focus, context, ...then }: ExpectedWhere<Context> & { readonly press: object }) => ({
  state: 'showing',
  ...then,
  when: (before: Context) => isFirstPress(press as typeof SUBMIT)(before) && when(before),
  context: (before: Context) => ({ ...partOf(context, before), pressed: [] }),
  emits: repeatedFocus(focus),
}));

const quoted = (answer: typeof sampleAnswer, date: string, reads: readonly string[]) => ({
  answers: answer,
  then: [
    {
      ...saves,
      when: isFirstPress(SAVE),
      context: { answer, form: startedWith(date), notice: null, pressed: [] },
      calls: { getPdf: { params: { accountId: 'acct-1', date: answer.quote?.date } } },
      emits: [{ type: 'focus.wanted', ...toNotice }, ...repeatedFocus(undefined)],
    },
    {
      state: 'showing',
      context: { answer, form: startedWith(date), notice: 'quoted' as const },
      focus: toNotice,
      reads,
      hides: [NOT_QUOTED, NOT_SAVED],
    },
  ],
});

export default defineModel<typeof payoffQuote>({
  machine: payoffQuote,
  inputs: {
    'a borrower': {
      input: { account: null, date: null, draft: null },
      then: { ...loads(null), context: { ...atFirst, account: null, draft: null } },
    },
    'a borrower who had chosen another day': {
      input: { account: null, date: null, draft },
      then: { ...loads(null), context: { ...atFirst, account: null, draft } },
    },
    'a borrower who had chosen another account': {
      input: { account: null, date: null, draft: ofOtherAccount },
      then: { ...loads(null), context: { ...atFirst, account: null, draft: ofOtherAccount } },
    },
    'a borrower who had typed a part of a day': {
      input: { account: null, date: null, draft: halfTyped },
      then: { ...loads(null), context: { ...atFirst, account: null, draft: halfTyped } },
    },
    'a link to an account': {
      input: { account: 'acct-1', date: null, draft: draftOfAnother },
      then: { ...loads('acct-1'), context: { ...atFirst, account: 'acct-1', draft: null } },
    },
    'the address of a quote, with a draft that was begun beside another one': {
      input: { account: 'acct-1', date: asked, draft: draftOfAnother },
      then: { ...loads('acct-1'), context: { ...atFirst, account: 'acct-1', date: asked, draft: null } },
    },
    'the address of a quote, with a draft that was begun beside it': {
      input: { account: 'acct-1', date: plainDateOf('2026-11-30'), draft: halfTyped },
      then: {
        ...loads('acct-1'),
        context: { ...atFirst, account: 'acct-1', date: plainDateOf('2026-11-30'), draft: halfTyped },
      },
    },
    'an address with a day that cannot be quoted': {
      input: { account: null, date: tooLate, draft: null },
      then: { ...loads(null), context: { ...atFirst, account: null, date: tooLate, draft: null } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [
        { in: 'couldNotLoad', when: ({ account }) => account === null, ...loads(null), hides: [COULD_NOT_LOAD] },
        { in: 'couldNotLoad', ...loads('acct-1'), hides: [COULD_NOT_LOAD] },
      ],
    },
    types('12/05/2026'),
    types('12/21/2026'),
    types('2026-12-05'),
    {
      event: { type: 'field.left', field: 'date' },
      gesture: { action: 'leave', role: 'textbox', name: 'Payoff date' },
      then: [
        {
          in: TYPING,
          when: ({ form }) => isTooLate(form.values.date),
          context: {
            form: {
              touched: ['date'],
              errors: { date: { code: 'payoffDate.tooLate', latest: plainDateOf('2026-12-20') } },
            },
          },
          reads: [TOO_LATE],
        },
        {
          in: TYPING,
          when: ({ form }) => isMistyped(form.values.date),
          context: { form: { touched: ['date'], errors: { date: { code: 'payoffDate.format' } } } },
          reads: [FORMAT],
        },
        { in: TYPING, context: { form: { touched: ['date'], errors: {} } }, hides: [TOO_LATE, FORMAT] },
      ],
    },
    {
      event: SUBMIT,
      gesture: { action: 'click', role: 'button', name: 'Get Quote' },
      on: TYPING,
      then: [...submits.map((then) => ({ ...then, in: 'showing' })), keptPress(SUBMIT, 'gettingPdf')],
    },
    {
      event: { ...BANKING_DAY },
      gesture: { action: 'click', role: 'button', name: 'Get a quote for 12/07/2026' },
      where: isClosed,
      then: [{ in: 'showing', ...asksForMonday }, keptPress(BANKING_DAY, 'gettingPdf')],
    },
    // The quote's day is a banking day already.
    {
      event: { ...BANKING_DAY },
      where: (context) => !isClosed(context),
      then: [{ in: 'showing' }, keptPress(BANKING_DAY, 'gettingPdf')],
    },
    {
      event: SAVE,
      gesture: { action: 'click', role: 'button', name: 'Save as PDF' },
      on: ['showing', 'gettingQuote'],
      then: [{ in: 'showing', ...saves }, keptPress(SAVE, 'gettingQuote')],
    },
  ],
  outcomes: {
    getQuote: {
      'a quote': {
        answers: sampleAnswer,
        then: [
          {
            when: ({ draft: kept }) => kept === ofOtherAccount,
            state: 'gettingQuote',
            context: {
              answer: sampleAnswer,
              form: { ...emptyForm, values: { account: 'acct-2', date: '11/30/2026' } },
              draft: null,
            },
            calls: { getAnotherQuote: { query: { account: 'acct-2', date: '2026-11-30' } } },
          },
          {
            when: ({ draft: kept, date }) => kept === draft || date === asked,
            state: 'gettingQuote',
            context: { answer: sampleAnswer, form: startedWith('12/05/2026'), draft: null },
            calls: { getAnotherQuote: { query: { account: 'acct-1', date: '2026-12-05' } } },
          },
          {
            state: 'showing',
            context: ({ draft: kept }) => ({
              answer: sampleAnswer,
              form: startedWith(kept === halfTyped ? '2026-12-05' : '11/30/2026'),
              draft: null,
            }),
            reads: ['Pay off by 11/30/2026', '$18,245.00', '$189.64', '$3.23', '$18,434.64', 'Pay This Amount'],
            hides: [COULD_NOT_LOAD, CLOSED],
          },
        ],
      },
      'nothing is owed': {
        answers: nothingOwed,
        then: { state: 'nothingOwed', context: nothingToPay, hides: [COULD_NOT_LOAD] },
      },
      'no answer in time': { throws: noAnswer, then: couldNotLoad },
    },
    getAnotherQuote: {
      'a quote': quoted(sampleAnswer, '11/30/2026', ['Your payoff amount for 11/30/2026 is $18,434.64.']),
      'a quote for a day on which banks are closed': quoted(saturday, '12/05/2026', [
        'Your payoff amount for 12/05/2026 is $18,450.79.',
        CLOSED,
        'You have $150.00 scheduled on this account through 12/05/2026.',
      ]),
      'nothing is owed any more': {
        answers: nothingOwed,
        then: { state: 'nothingOwed', context: { ...nothingToPay, pressed: [] } },
      },
      'a broken server': {
        throws: server503,
        then: {
          state: 'showing',
          context: { notice: 'couldNotQuote', pressed: [] },
          focus: toNotice,
          reads: [NOT_QUOTED],
        },
      },
    },
    getPdf: {
      'it is saved': { answers: undefined, then: [...savedThen, { state: 'showing' }] },
      'a broken server': {
        throws: server503,
        then: { state: 'showing', context: { notice: 'notSaved', pressed: [] }, focus: toNotice, reads: [NOT_SAVED] },
      },
    },
  },
  screens: {
    loading: ['Loading…'],
    couldNotLoad: [COULD_NOT_LOAD, TRY_AGAIN],
    nothingOwed: [NOTHING],
    showing: ['Get Quote', 'Payoff amount', 'Interest per day'],
    gettingQuote: ['Getting your quote…', 'Payoff amount'],
    gettingPdf: ['Saving…', 'Payoff amount'],
  },
  finish: ['showing', 'nothingOwed'],
  claims: {
    'a quote is requested only for a day that can be quoted': {
      never: ({ isIn, context: { form } }) => isIn('gettingQuote') && isTooLate(form.values.date),
      brokenBy: 'guard isFormComplete: always true',
    },
  },
  draft: { of: payoffDraft, secrets: [] },
  tries: onePress('submit.pressed', 'save.pressed', 'bankingDay.chosen'),
  title: 'Payoff Quote',
});
