/** Payoff Quote (ruling 79): the amount that pays an account in full on a day, as a page and as a PDF. */
import { assign, setup } from 'xstate';
import { formatUsDate, parseUsDate } from '#domain/calendar.ts';
import { payoff } from '#domain/payments/payoff/calls.ts';
import { type QuotableDays, payoffSchema } from '#domain/payments/payoff/rules.ts';
import type { PayoffAnswer, PayoffQuote, PayoffValues } from '#domain/payments/payoff/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { call, savedCall } from '../../kit/effect.ts';
import type { FocusWanted, ScreenMeta } from '../../kit/events.ts';
import { focusActions } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { formDraftOf } from '../../kit/form-draft.ts';
import { createForm } from '../../kit/form-machine.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer } from '../../kit/params.ts';
import { type WithPresses, keepingPresses, pressActions } from '../../kit/presses.ts';
import { saving } from '../../kit/saving.ts';
import { required } from '../../kit/failures.ts';

export interface PayoffQuoteInput {
  /** The id of the account in the URL, or null. */
  readonly account: string | null;
  /** What an earlier visit kept: the account and the day that were chosen. */
  readonly draft: FormDraft | null;
}

interface Context extends PayoffQuoteInput, WithPresses {
  /** Null until it has loaded. */
  readonly answer: PayoffAnswer | null;
  /** The account and the day of the first quote, which the borrower did not choose. */
  readonly first: PayoffValues;
  readonly form: Form<PayoffValues>;
  /** The result of the last action. */
  readonly notice: 'quoted' | 'couldNotQuote' | 'notSaved' | null;
}

const daysOf = ({ answer }: Pick<Context, 'answer'>): QuotableDays => required(answer, 'the days that can be quoted');

const quotes = createForm<PayoffValues, QuotableDays>({
  schema: payoffSchema,
  validateOnChange: (field) => field === 'account',
}).inMachine('form', { facts: (context: Context) => daysOf(context) });

const nothingChosen: PayoffValues = { account: '', date: '' };

/** The form without fields, until the accounts have loaded. */
const emptyForm: Form<PayoffValues> = {
  values: nothingChosen,
  touched: [],
  attempted: false,
  problems: [],
  errors: {},
  panel: [],
};

const valuesOf = (quote: PayoffQuote): PayoffValues => ({
  account: quote.accountId,
  date: formatUsDate(quote.date),
});

/** Returns the form after the first quote, with the account and the day that a draft has. */
function startedWith(answer: PayoffAnswer, draft: FormDraft | null): Pick<Context, 'first' | 'form'> {
  if (answer.quote === null) return { first: nothingChosen, form: emptyForm };
  const first = valuesOf(answer.quote);
  const kept = quotes.restored(first, draft);
  const isKnown = answer.accounts.some(({ accountId }) => accountId === kept.account);
  return { first, form: quotes.start(isKnown ? kept : first, answer) };
}

const quoteOf = ({ answer }: Context): PayoffQuote => required(answer?.quote ?? null, 'a quote');

const gettingPdf = saving({
  what: 'the PDF',
  actor: 'getPdf',
  input: ({ context }: { readonly context: Context }) => {
    const { accountId, date } = quoteOf(context);
    return { params: { accountId, date } };
  },
  onDone: 'showing',
  onError: { target: 'showing', actions: ['clearPresses', 'setNotSaved', 'focusNotice'] },
});

/** Transitions for the fields of the form. */
const typing = { 'field.changed': quotes.onChange(), 'field.left': quotes.onLeave() } as const;

export const payoffQuote = setup({
  types: {
    context: {} as Context,
    events: {} as
      | FormEvent
      | { type: 'retry.wanted' }
      | { type: 'submit.pressed' }
      | { type: 'bankingDay.chosen' }
      | { type: 'save.pressed' },
    input: {} as PayoffQuoteInput,
    emitted: {} as FocusWanted,
    tags: {} as 'busy' | 'background' | 'settled',
    meta: {} as ScreenMeta,
  },
  actors: {
    getQuote: call(payoff.quote),
    getAnotherQuote: call(payoff.quote),
    getPdf: savedCall(payoff.pdf),
  },
  guards: {
    ...quotes.guards,
    isNotPayable: ({ context }) => !quoteOf(context).isPayable,
    canResume: ({ context: { draft } }, answer: PayoffAnswer) => {
      const { first, form } = startedWith(answer, draft);
      return quotes.isComplete(form) && Object.keys(quotes.typed(form, first).typed).length > 0;
    },
    isNothingOwed: (_, answer: PayoffAnswer) => answer.quote === null,
  },
  actions: {
    ...quotes.actions,
    setFirst: assign(({ context: { draft } }, answer: PayoffAnswer) => ({
      answer,
      ...startedWith(answer, draft),
      draft: null,
    })),
    setAnswer: assign((_, answer: PayoffAnswer) => ({
      answer,
      form: answer.quote === null ? emptyForm : quotes.start(valuesOf(answer.quote), answer),
    })),
    setBankingDay: assign(({ context }) => {
      const quote = quoteOf(context);
      return { form: quotes.start({ ...valuesOf(quote), date: formatUsDate(quote.payableOn) }, daysOf(context)) };
    }),
    setQuoted: assign({ notice: 'quoted' }),
    setCouldNotQuote: assign({ notice: 'couldNotQuote' }),
    setNotSaved: assign({ notice: 'notSaved' }),
    clearNotice: assign({ notice: null }),
    ...pressActions,
    ...focusActions,
  },
}).createMachine({
  id: 'payoffQuote',
  description: 'The borrower gets the payoff amount of an account for a day, and saves it or pays it',
  context: ({ input: { account, draft } }) => ({
    account,
    // A draft of a visit by another link is not used.
    draft: draft?.place === account ? draft : null,
    answer: null,
    first: nothingChosen,
    form: emptyForm,
    notice: null,
    pressed: [],
  }),
  initial: 'loading',
  states: {
    ...loading('loading', {
      what: 'the accounts and the first quote',
      actor: 'getQuote',
      input: ({ context: { account } }: { readonly context: Context }) => ({
        query: account === null ? {} : { account },
      }),
      onDone: [
        { guard: withAnswer('isNothingOwed'), target: 'nothingOwed', actions: withAnswer('setFirst') },
        // The borrower had chosen another quote.
        { guard: withAnswer('canResume'), target: 'gettingQuote', actions: withAnswer('setFirst') },
        { target: 'showing', actions: withAnswer('setFirst') },
      ],
    }),
    nothingOwed: { description: 'The borrower owes nothing on any account', tags: 'settled' },
    showing: {
      description: 'A quote is shown. The borrower can save it, pay it, or ask for another one',
      tags: 'settled',
      entry: 'repeatPresses',
      on: {
        ...typing,
        'submit.pressed': quotes.onSubmit({ target: 'gettingQuote', actions: 'clearNotice' }, 'clearNotice'),
        'bankingDay.chosen': {
          guard: 'isNotPayable',
          target: 'gettingQuote',
          actions: ['setBankingDay', 'clearNotice'],
        },
        'save.pressed': { target: 'gettingPdf', actions: 'clearNotice' },
      },
    },
    gettingQuote: {
      description: 'Another quote is loading; to save it counts afterwards',
      tags: 'background',
      on: keepingPresses('save.pressed'),
      invoke: {
        id: 'getAnotherQuote',
        src: 'getAnotherQuote',
        input: ({ context: { form } }) => ({
          query: { account: form.values.account, date: parseUsDate(form.values.date) ?? form.values.date },
        }),
        onDone: [
          {
            guard: withAnswer('isNothingOwed'),
            target: 'nothingOwed',
            actions: ['clearPresses', withAnswer('setFirst')],
          },
          { target: 'showing', actions: [withAnswer('setAnswer'), 'setQuoted', 'focusNotice'] },
        ],
        // The notice must not disappear at once with another press.
        onError: { target: 'showing', actions: ['clearPresses', 'setCouldNotQuote', 'focusNotice'] },
      },
    },
    gettingPdf: {
      ...gettingPdf,
      // Another quote can be typed, and is asked for afterwards.
      on: { ...typing, ...keepingPresses('submit.pressed', 'bankingDay.chosen') },
    },
  },
});

/** Returns the draft: the account and the day that were chosen (ruling 112). */
export const payoffDraft = ({ draft, account, form, first }: Context): FormDraft | null =>
  formDraftOf(quotes.typed(form, first), { draft, place: account });
