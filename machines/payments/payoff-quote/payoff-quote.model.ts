/** Specification of payoff quotes (ruling 79). The first quote is for 11/30/2026; 12/05/2026 is a Saturday. */
import type { ContextFrom } from 'xstate';
import { toPlainDate } from '#domain/calendar.ts';
import type { PayoffValues } from '#domain/payments/payoff/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { answers } from 'xstate-workbench/model';
import { failed, spec, words } from '../../kit/spec.ts';
import { payoffDraft, payoffQuote } from './payoff-quote.machine.ts';
import { nothingOwed, sampleAnswer, saturdayQuote } from './payoff-quote.samples.ts';

type Context = ContextFrom<typeof payoffQuote>;
const { to, stays, given, hears, loads, notLoaded, press, saves, thenPresses, where } = words<typeof payoffQuote>();

const CLOSED = "You can't make a payment for 12/05/2026";
const saturday = { ...sampleAnswer, quote: saturdayQuote };
const DAYS: Readonly<Record<string, string>> = {
  '11/30/2026': '2026-11-30',
  '12/05/2026': '2026-12-05',
  '12/07/2026': '2026-12-07',
};
const TOO_LATE = '12/21/2026';
const MISTYPED = '2026-12-05';

const problems = ({ date }: PayoffValues) => [
  ...unless('date', date !== TOO_LATE, 'payoffDate.tooLate', { latest: toPlainDate('2026-12-20'), days: 30 }),
  ...unless('date', date !== MISTYPED, 'payoffDate.format'),
];
const chosen = (date: string, account = 'acct-1') => expectedForm({ account, date }, problems({ account, date }));
const nothingChosen = expectedForm({ account: '', date: '' }, []);

const asksFor = (date: string, account = 'acct-1') => ({ getAnotherQuote: { query: { account, date: DAYS[date] } } });
const getsFirst = ({ account }: Pick<Context, 'account'>) => ({
  getQuote: { query: account === null ? {} : { account } },
});
const isClosed = ({ answer }: Context): boolean => answer?.quote?.isPayable === false;
const isPayable = (context: Context): boolean => !isClosed(context);

/** Drafts with another day or account, and with an incomplete day. */
const draftWith = (date: string, account = 'acct-1', place = '?account=acct-1&date=2026-11-30'): FormDraft => ({
  version: 1,
  key: null,
  place,
  typed: { account, date },
  leftOut: [],
});
const otherDay = draftWith('12/05/2026');
const otherAccount = draftWith('11/30/2026', 'acct-2');
const halfTyped = draftWith(MISTYPED);
/** The draft was begun beside another quote than the one in the URL. */
const ofAnotherQuote = draftWith('12/05/2026', 'acct-1', '?account=acct-2&date=2026-11-30');

const starts = (account: string | null, day: string | null, draft: FormDraft | null, stored = draft) => {
  const date = day === null ? null : toPlainDate(day);
  return [
    { account, date, draft },
    to(
      'loading',
      { account, date, draft: stored, answer: null, form: nothingChosen, notice: null, pressed: [] },
      { calls: getsFirst({ account }) },
    ),
  ] as const;
};

/** The first quote has loaded, and the draft or the URL requests another one. */
const asksAtOnce = (date: string, account?: string) =>
  to(
    'gettingQuote',
    { answer: sampleAnswer, form: chosen(date, account), draft: null },
    { calls: asksFor(date, account) },
  );
const quoted = (answer: typeof sampleAnswer, date: string, ...reads: readonly string[]) =>
  [answers(answer), thenPresses(to('showing', { answer, form: chosen(date), notice: 'quoted' }, { reads }))] as const;
const nothingToPay = { answer: nothingOwed, draft: null, form: nothingChosen };

export default spec(payoffQuote, {
  title: 'Payoff Quote',
  starts: {
    'a borrower': starts(null, null, null),
    'a borrower who had chosen another day': starts(null, null, otherDay),
    'a borrower who had chosen another account': starts(null, null, otherAccount),
    'a borrower who had typed a part of a day': starts(null, null, halfTyped),
    'a link to an account': starts('acct-1', null, ofAnotherQuote, null),
    'the address of a quote, with a draft that was begun beside another one': starts(
      'acct-1',
      '2026-12-05',
      ofAnotherQuote,
      null,
    ),
    'the address of a quote, with a draft that was begun beside it': starts('acct-1', '2026-11-30', halfTyped),
    'an address with a day that cannot be quoted': starts(null, '2027-12-05', null),
  },
  notices: {
    quoted: 'Your payoff amount for',
    couldNotQuote: "We couldn't get this quote. Please try again.",
    notSaved: "We couldn't save the PDF. Please try again.",
  },
  form: {
    in: ['showing', 'gettingPdf'],
    problems,
    refuses: { notice: null },
    fields: {
      date: {
        label: 'Payoff date',
        entries: ['12/05/2026', TOO_LATE, MISTYPED],
        errors: {
          'payoffDate.tooLate': 'Choose a payoff date within the next 30 days, on or before 12/20/2026.',
          'payoffDate.format': 'Enter the payoff date as MM/DD/YYYY, for example 12/07/2026.',
        },
      },
    },
    submit: [
      {
        name: 'Get Quote',
        in: ['showing'],
        then: to(
          'gettingQuote',
          { notice: null },
          { calls: ({ form: { values } }) => asksFor(values.date, values.account) },
        ),
      },
    ],
  },
  presses: [
    { of: 'showing', in: ['gettingQuote'], types: ['save.pressed'], after: 'gettingQuote' },
    { of: 'showing', in: ['gettingPdf'], types: ['submit.pressed', 'bankingDay.chosen'], after: 'gettingPdf' },
  ],
  states: {
    ...loads('loading', getsFirst),
    nothingOwed: { shows: ["You don't owe anything, so there is nothing to pay off."] },
    showing: {
      shows: ['Get Quote', 'Payoff amount', 'Interest per day'],
      on: [
        press(
          'Save as PDF',
          'save.pressed',
          to(
            'gettingPdf',
            { notice: null },
            { calls: ({ answer }) => ({ getPdf: { params: { accountId: 'acct-1', date: answer?.quote?.date } } }) },
          ),
        ),
        where(
          isClosed,
          press(
            'Get a quote for 12/07/2026',
            'bankingDay.chosen',
            given(
              isClosed,
              to('gettingQuote', { notice: null, form: chosen('12/07/2026') }, { calls: asksFor('12/07/2026') }),
            ),
          ),
        ),
        // The quote's day is a banking day already.
        where(isPayable, hears('bankingDay.chosen', given(isPayable, stays()))),
      ],
    },
    gettingQuote: {
      over: true,
      shows: ['Getting your quote…', 'Payoff amount'],
      when: {
        getAnotherQuote: {
          'a quote': quoted(sampleAnswer, '11/30/2026', 'Your payoff amount for 11/30/2026 is $18,434.64.'),
          'a quote for a day on which banks are closed': quoted(
            saturday,
            '12/05/2026',
            'Your payoff amount for 12/05/2026 is $18,450.79.',
            CLOSED,
            'You have $150.00 scheduled on this account through 12/05/2026.',
          ),
          'nothing is owed anymore': [answers(nothingOwed), to('nothingOwed', { ...nothingToPay, pressed: [] })],
          'a broken server': [failed(503), to('showing', { notice: 'couldNotQuote', pressed: [] })],
        },
      },
    },
    ...saves('gettingPdf', {
      by: 'getPdf',
      shows: ['Saving…', 'Payoff amount'],
      done: thenPresses(to('showing')),
      failed: to('showing', { notice: 'notSaved', pressed: [] }),
    }),
  },
  several: [
    {
      in: ['loading'],
      when: {
        getQuote: {
          'a quote': [
            answers(sampleAnswer),
            given(({ draft }) => draft?.typed['account'] === 'acct-2', asksAtOnce('11/30/2026', 'acct-2')),
            given(
              ({ draft, date }) => draft?.typed['date'] === '12/05/2026' || date === '2026-12-05',
              asksAtOnce('12/05/2026'),
            ),
            to(
              'showing',
              ({ draft }) => ({
                answer: sampleAnswer,
                form: chosen(String(draft?.typed['date'] ?? '11/30/2026')),
                draft: null,
              }),
              {
                reads: ['Pay off by 11/30/2026', '$18,245.00', '$189.64', '$3.23', '$18,434.64', 'Pay This Amount'],
                hides: [CLOSED],
              },
            ),
          ],
          'nothing is owed': [answers(nothingOwed), to('nothingOwed', nothingToPay)],
          'no answer in time': notLoaded(),
        },
      },
    },
  ],
  finish: ['showing', 'nothingOwed'],
  claims: {
    'a quote is requested only for a day that can be quoted': {
      never: ({ isIn, context: { form } }) => isIn('gettingQuote') && form.values.date === TOO_LATE,
      brokenBy: 'guard isFormComplete: always true',
    },
  },
  draft: { of: payoffDraft, secrets: [] },
});
