/** Model of payoff quotes (ruling 79). */
import { plainDateOf } from '#domain/calendar.ts';
import { nothingOwed, sampleAnswer, saturdayQuote } from '#domain/payments/payoff/samples.ts';
import { COULD_NOT_LOAD, REVIEW, TRY_AGAIN, toErrors, toNotice } from '../../kit/expected-page.ts';
import { defineModel } from '../../kit/model.ts';
import { payoffQuote } from './payoff-quote.machine.ts';

const NOT_QUOTED = "We couldn't get this quote. Please try again.";
const NOT_SAVED = "We couldn't save the PDF. Please try again.";
const CLOSED = "You can't make a payment for 12/05/2026";
const NOTHING = "You don't owe anything, so there is nothing to pay off.";
const TOO_LATE = 'Choose a payoff date within the next 30 days, on or before 12/20/2026.';
const FORMAT = 'Enter the payoff date as MM/DD/YYYY, for example 12/07/2026.';

const emptyForm = { values: { account: '', date: '' }, touched: [], attempted: false, errors: {}, panel: [] };
const saturday = { ...sampleAnswer, quote: saturdayQuote };
const server503 = { kind: 'refused', status: 503 } as const;
const noAnswer = { kind: 'noAnswer' } as const;

const loads = (account: string | null) => ({
  state: 'loading',
  calls: { getQuote: { query: account === null ? {} : { account } } },
});
const couldNotLoad = { state: 'couldNotLoad', focus: toNotice } as const;
const startedWith = (date: string) => ({ ...emptyForm, values: { account: 'acct-1', date } });

/** Types a date. The day that is valid in the model is 12/05/2026; the quote starts with 11/30/2026. */
const types = (value: string) => ({
  event: { type: 'field.changed', field: 'date', value } as const,
  gesture: { action: 'fill', role: 'textbox', name: 'Payoff date', value } as const,
  then: { in: 'showing', context: { form: { values: { date: value } } } },
});

const DAYS: Readonly<Record<string, string>> = {
  '11/30/2026': '2026-11-30',
  '12/05/2026': '2026-12-05',
  '12/07/2026': '2026-12-07',
};
const isTooLate = (date: string) => date === '12/21/2026';
const isMistyped = (date: string) => date === '2026-12-05';

const quoted = (answer: typeof sampleAnswer, date: string, reads: readonly string[]) => ({
  answers: answer,
  then: {
    state: 'showing',
    context: { answer, form: startedWith(date), notice: 'quoted' as const },
    focus: toNotice,
    reads,
    hides: [NOT_QUOTED, NOT_SAVED],
  },
});

export default defineModel<typeof payoffQuote>({
  machine: payoffQuote,
  inputs: {
    'a borrower': {
      input: { account: null },
      then: { ...loads(null), context: { account: null, answer: null, form: emptyForm, notice: null } },
    },
    'a link to an account': {
      input: { account: 'acct-1' },
      then: {
        ...loads('acct-1'),
        context: { account: 'acct-1', answer: null, form: emptyForm, notice: null },
      },
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
          in: 'showing',
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
          in: 'showing',
          when: ({ form }) => isMistyped(form.values.date),
          context: { form: { touched: ['date'], errors: { date: { code: 'payoffDate.format' } } } },
          reads: [FORMAT],
        },
        { in: 'showing', context: { form: { touched: ['date'], errors: {} } }, hides: [TOO_LATE, FORMAT] },
      ],
    },
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Get Quote' },
      then: [
        {
          in: 'showing',
          when: ({ form }) => isTooLate(form.values.date) || isMistyped(form.values.date),
          context: { notice: null, form: { attempted: true } },
          focus: toErrors,
          reads: [REVIEW],
          hides: [NOT_QUOTED, NOT_SAVED],
        },
        {
          in: 'showing',
          state: 'gettingQuote',
          context: { notice: null },
          calls: ({ form }) => ({
            getAnotherQuote: {
              query: { account: 'acct-1', date: DAYS[form.values.date] },
            },
          }),
          reads: ['Getting your quote…'],
          hides: [NOT_QUOTED, NOT_SAVED],
        },
      ],
    },
    {
      event: { type: 'bankingDay.chosen' },
      gesture: { action: 'click', role: 'button', name: 'Get a quote for 12/07/2026' },
      where: ({ answer }) => answer?.quote?.isPayable === false,
      then: {
        in: 'showing',
        state: 'gettingQuote',
        context: { notice: null, form: startedWith('12/07/2026') },
        calls: { getAnotherQuote: { query: { account: 'acct-1', date: '2026-12-07' } } },
      },
    },
    // The quote's day is a banking day already.
    {
      event: { type: 'bankingDay.chosen' },
      where: ({ answer }) => answer?.quote?.isPayable === true,
      then: { in: 'showing' },
    },
    {
      event: { type: 'save.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Save as PDF' },
      on: ['showing'],
      then: {
        in: 'showing',
        state: 'gettingPdf',
        context: { notice: null },
        calls: ({ answer }) => ({ getPdf: { params: { accountId: 'acct-1', date: answer?.quote?.date } } }),
        hides: [NOT_QUOTED, NOT_SAVED],
      },
    },
  ],
  outcomes: {
    getQuote: {
      'a quote': {
        answers: sampleAnswer,
        then: {
          state: 'showing',
          context: { answer: sampleAnswer, form: startedWith('11/30/2026') },
          reads: ['Pay off by 11/30/2026', '$18,245.00', '$189.64', '$3.23', '$18,434.64', 'Pay This Amount'],
          hides: [COULD_NOT_LOAD, CLOSED],
        },
      },
      'nothing is owed': { answers: nothingOwed, then: { state: 'nothingOwed', hides: [COULD_NOT_LOAD] } },
      'no answer in time': { throws: noAnswer, then: couldNotLoad },
    },
    getAnotherQuote: {
      'a quote': quoted(sampleAnswer, '11/30/2026', ['Your payoff amount for 11/30/2026 is $18,434.64.']),
      'a quote for a day on which banks are closed': quoted(saturday, '12/05/2026', [
        'Your payoff amount for 12/05/2026 is $18,450.79.',
        CLOSED,
        'You have $150.00 scheduled on this account through 12/05/2026.',
      ]),
      'nothing is owed any more': { answers: nothingOwed, then: { state: 'nothingOwed' } },
      'a broken server': {
        throws: server503,
        then: { state: 'showing', context: { notice: 'couldNotQuote' }, focus: toNotice, reads: [NOT_QUOTED] },
      },
    },
    getPdf: {
      'it is saved': { answers: undefined, then: { state: 'showing' } },
      'a broken server': {
        throws: server503,
        then: { state: 'showing', context: { notice: 'notSaved' }, focus: toNotice, reads: [NOT_SAVED] },
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
  claims: {
    'a quote is requested only for a day that can be quoted': {
      never: ({ isIn, context: { form } }) => isIn('gettingQuote') && isTooLate(form.values.date),
      brokenBy: 'guard isFormComplete: always true',
    },
  },
  facts: ({ answer, form, notice, account }, isIn) => ({
    day: answer?.quote?.date,
    typed: isIn('showing') || isIn('gettingQuote') ? form.values.date : null,
    form: isIn('showing') ? { touched: form.touched.length > 0, attempted: form.attempted } : null,
    notice,
    account: isIn('couldNotLoad') || isIn('loading') ? account : null,
  }),
  title: 'Payoff Quote',
});
