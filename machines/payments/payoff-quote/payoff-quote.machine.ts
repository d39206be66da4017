/** Payoff Quote (ruling 79): the amount that pays an account in full on a day, as a page and as a PDF. */
import { assign, setup } from 'xstate';
import { formatUsDate, parseUsDate } from '#domain/calendar.ts';
import { payoff } from '#domain/payments/payoff/calls.ts';
import { type RequestedQuote, queryOfQuote } from '#domain/payments/payoff/address.ts';
import { type QuotableDays, payoffSchema } from '#domain/payments/payoff/rules.ts';
import type { PayoffAnswer, PayoffQuote, PayoffValues } from '#domain/payments/payoff/shapes.ts';
import type { FormDraft } from '#domain/portal/drafts/shapes.ts';
import { call, savedCall } from '../../kit/effect.ts';
import type { FocusRequested, ScreenMeta } from '../../kit/events.ts';
import { focusActions } from '../../kit/focus.ts';
import type { Form, FormEvent } from '../../kit/form.ts';
import { toFormDraft } from '../../kit/form-draft.ts';
import { createForm } from '../../kit/form-machine.ts';
import { loading } from '../../kit/loading.ts';
import { withAnswer } from '../../kit/params.ts';
import { type WithPresses, queuePresses, pressActions } from '../../kit/presses.ts';
import { saving } from '../../kit/saving.ts';
import { required } from '../../kit/failures.ts';

export interface PayoffQuoteInput extends RequestedQuote {
  /** Draft from an earlier visit: the chosen account and day, not quoted yet. */
  readonly draft: FormDraft | null;
}

interface Context extends PayoffQuoteInput, WithPresses {
  /** Null until it has loaded. */
  readonly answer: PayoffAnswer | null;
  readonly form: Form<PayoffValues>;
  /** The result of the last action. */
  readonly notice: 'quoted' | 'couldNotQuote' | 'notSaved' | null;
}

const requireDays = ({ answer }: Pick<Context, 'answer'>): QuotableDays =>
  required(answer, 'the days that can be quoted');

const quotes = createForm<PayoffValues, QuotableDays>({
  schema: payoffSchema,
  validateOnChange: (field) => field === 'account',
}).inMachine('form', { facts: (context: Context) => requireDays(context) });

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

const toValues = (quote: PayoffQuote): PayoffValues => ({
  account: quote.accountId,
  date: formatUsDate(quote.date),
});

/**
 * Returns the form after the first quote: with a draft's values, otherwise with the day in the URL if it can be quoted.
 */
function formAfter(answer: PayoffAnswer, { draft, date }: Pick<Context, 'draft' | 'date'>): Form<PayoffValues> {
  if (answer.quote === null) return emptyForm;
  const first = toValues(answer.quote);
  const shown = quotes.start(first, answer);
  if (draft === null) {
    const requested = date === null ? shown : quotes.start({ ...first, date: formatUsDate(date) }, answer);
    return quotes.isComplete(requested) ? requested : shown;
  }
  const stored = quotes.restored(first, draft);
  return answer.accounts.some(({ accountId }) => accountId === stored.account) ? quotes.start(stored, answer) : shown;
}

/** Returns true if the form requests another quote than the one that is shown. */
const asksForAnother = ({ values }: Form<PayoffValues>, { quote }: PayoffAnswer): boolean =>
  quote !== null && (values.account !== quote.accountId || values.date !== formatUsDate(quote.date));

const requireQuote = ({ answer }: Context): PayoffQuote => required(answer?.quote ?? null, 'a quote');

const gettingPdf = saving({
  what: 'the PDF',
  actor: 'getPdf',
  input: ({ context }: { readonly context: Context }) => {
    const { accountId, date } = requireQuote(context);
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
      | { type: 'retry.requested' }
      | { type: 'submit.pressed' }
      | { type: 'bankingDay.chosen' }
      | { type: 'save.pressed' },
    input: {} as PayoffQuoteInput,
    emitted: {} as FocusRequested,
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
    isNotPayable: ({ context }) => !requireQuote(context).isPayable,
    isAnotherRequested: ({ context }, answer: PayoffAnswer) => {
      const form = formAfter(answer, context);
      return quotes.isComplete(form) && asksForAnother(form, answer);
    },
    isNothingOwed: (_, answer: PayoffAnswer) => answer.quote === null,
  },
  actions: {
    ...quotes.actions,
    setFirst: assign(({ context }, answer: PayoffAnswer) => ({
      answer,
      form: formAfter(answer, context),
      draft: null,
    })),
    setAnswer: assign((_, answer: PayoffAnswer) => ({
      answer,
      form: answer.quote === null ? emptyForm : quotes.start(toValues(answer.quote), answer),
    })),
    setBankingDay: assign(({ context }) => {
      const quote = requireQuote(context);
      return { form: quotes.start({ ...toValues(quote), date: formatUsDate(quote.payableOn) }, requireDays(context)) };
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
  context: ({ input: { account, date, draft } }) => ({
    account,
    date,
    // The quote in the URL takes precedence over a draft that was begun beside another quote.
    draft: [draft?.place ?? '', ''].includes(queryOfQuote({ account, date })) ? draft : null,
    answer: null,
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
        // The URL or a draft has another day or account.
        { guard: withAnswer('isAnotherRequested'), target: 'gettingQuote', actions: withAnswer('setFirst') },
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
      on: queuePresses('save.pressed'),
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
      // The borrower can enter another quote, which is requested afterwards.
      on: { ...typing, ...queuePresses('submit.pressed', 'bankingDay.chosen') },
    },
  },
});

/** Returns the query of the URL at which the shown quote opens again; undefined until there is one. */
export const payoffQuery = ({ answer }: Pick<Context, 'answer'>): string | undefined => {
  const quote = answer?.quote ?? null;
  return quote === null ? undefined : queryOfQuote({ account: quote.accountId, date: quote.date });
};

/** Returns the draft: the chosen account and day until they are quoted (ruling 112). */
export function payoffDraft({ draft, form, answer }: Context): FormDraft | null {
  const isQuoted = answer !== null && !asksForAnother(form, answer);
  const chosen = isQuoted ? { typed: {}, leftOut: [] } : quotes.typed(form, nothingChosen);
  return toFormDraft(chosen, { draft, place: payoffQuery({ answer }) ?? null });
}
