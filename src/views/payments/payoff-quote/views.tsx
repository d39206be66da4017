/** Payoff Quote: account and date, the quote, and the ways to pay, save and print it. */
import { type PlainDate, formatUsDate } from '#domain/calendar.ts';
import { draftEndsText, draftNoteFor, draftNoteText } from '#domain/payments/draft-notes.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import { formatPayLink } from '#domain/payments/pay-link.ts';
import { QUOTE_TERMS, payoffLabels, payoffMessages, quoteLabels } from '#domain/payments/payoff/messages.ts';
import type { PayoffQuote } from '#domain/payments/payoff/shapes.ts';
import type { payoffQuote } from '#machines/payments/payoff-quote/payoff-quote.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import {
  Button,
  ButtonLink,
  ButtonRow,
  Card,
  Content,
  DateField,
  EmptyState,
  Form,
  Money,
  Notice,
  PrintTitle,
  Select,
  Stack,
  SummaryList,
  TextLink,
} from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';

type Props = Pick<ViewProps<typeof payoffQuote>, 'state' | 'send'>;

function QuoteNotice({ state }: Pick<Props, 'state'>) {
  const { notice, answer } = state.context;
  const quote = answer?.quote;
  if (notice === null || quote === null || quote === undefined) return null;
  if (notice === 'quoted') {
    return (
      <Notice kind="success" id="notice">
        <p>
          Your payoff amount for {formatUsDate(quote.date)} is {formatUsd(quote.total)}.
        </p>
      </Notice>
    );
  }
  return (
    <Notice kind="error" id="notice">
      <p>
        {notice === 'notSaved'
          ? "We couldn't save the PDF. Please try again."
          : "We couldn't get this quote. Please try again."}
      </p>
    </Notice>
  );
}

const money = (label: string, amount: Cents, total = false) => ({
  label,
  value: <Money amount={amount} />,
  money: true,
  total,
});

/** The note on auto debit if the borrower pays the quote today (ruling 89). */
function DraftNote({ quote: { date, draft }, today }: { readonly quote: PayoffQuote; readonly today: PlainDate }) {
  const note = draftNoteFor(draft, { day: date, today, paysInFull: true });
  if (note === undefined) return null;
  return note.kind === 'drawsNothing' ? (
    <Notice kind="info">
      <p>{draftEndsText(note.draft)}</p>
    </Notice>
  ) : (
    <Notice kind="warning">
      <p>{draftNoteText(note)}</p>
    </Notice>
  );
}

function Quote({ quote, today, state, send }: Props & { readonly quote: PayoffQuote; readonly today: PlainDate }) {
  const { accountId, accountName, date, isPayable, payableOn, scheduled } = quote;
  const isSaving = state.matches('gettingPdf');
  return (
    <Card heading={`Pay off by ${formatUsDate(date)}`}>
      <Stack>
        <PrintTitle>{`Payoff quote for ${accountName}`}</PrintTitle>
        <p>{accountName}</p>
        <SummaryList
          rows={[
            money(quoteLabels.principal, quote.principal),
            money(quoteLabels.interest, quote.interest),
            money(quoteLabels.fees, quote.fees),
            money(quoteLabels.total, quote.total, true),
            money(quoteLabels.interestPerDay, quote.interestPerDay),
          ]}
        />
        <p>{QUOTE_TERMS}</p>
        {scheduled > 0 && (
          <Notice kind="warning" heading="You already have payments scheduled">
            <p>
              You have {formatUsd(scheduled)} scheduled on this account through {formatUsDate(date)}. This quote doesn't
              subtract it. When you pay, we take it off the amount for you.{' '}
              <TextLink href="/payments/payment-activity">See your scheduled payments</TextLink>
            </p>
          </Notice>
        )}
        {!isPayable && (
          <Notice
            kind="info"
            heading={`You can't make a payment for ${formatUsDate(date)}`}
            action={
              <Button variant="secondary" onClick={() => send({ type: 'bankingDay.chosen' })}>
                Get a quote for {formatUsDate(payableOn)}
              </Button>
            }
          >
            <p>
              Banks are closed on this date, or it&apos;s too late to pay today. Choose a banking day to pay this
              account.
            </p>
          </Notice>
        )}
        {isPayable && <DraftNote quote={quote} today={today} />}
        <ButtonRow>
          {isPayable && (
            <ButtonLink href={formatPayLink({ accountId, isExtra: false, payoffDate: date })}>
              Pay This Amount
            </ButtonLink>
          )}
          <Button
            variant="secondary"
            icon="download"
            busy={isSaving}
            busyText="Saving…"
            onClick={() => send({ type: 'save.pressed' })}
          >
            Save as PDF
          </Button>
          <Button variant="secondary" icon="print" onClick={() => window.print()}>
            Print
          </Button>
        </ButtonRow>
      </Stack>
    </Card>
  );
}

function Showing({ state, send }: Props) {
  const { answer, form } = state.context;
  if (answer === null || answer.quote === null) return null;
  const isBusy = state.matches('gettingQuote');
  const fields = formFields({ form, send, labels: payoffLabels, messages: payoffMessages, disabled: isBusy });
  return (
    <Stack gap="large">
      <Content section="payments" name="payoff-quote-intro" />
      <QuoteNotice state={state} />
      {fields.panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <Stack>
            <Select
              {...fields.text('account')}
              options={answer.accounts.map(({ accountId, accountName }) => ({ value: accountId, label: accountName }))}
            />
            <DateField
              {...fields.text('date')}
              hint={`MM/DD/YYYY, from ${formatUsDate(answer.earliest)} to ${formatUsDate(answer.latest)}`}
              required
            />
            <ButtonRow>
              <Button type="submit" busy={state.matches('gettingQuote')} busyText="Getting your quote…">
                Get Quote
              </Button>
            </ButtonRow>
          </Stack>
        </Card>
      </Form>
      <Quote quote={answer.quote} today={answer.earliest} state={state} send={send} />
    </Stack>
  );
}

const NothingOwed = () => <EmptyState>You don't owe anything, so there is nothing to pay off.</EmptyState>;

export const payoffQuoteViews = {
  loading: Loading,
  couldNotLoad: CouldNotLoad,
  nothingOwed: NothingOwed,
  showing: Showing,
  gettingQuote: Showing,
  gettingPdf: Showing,
} satisfies ViewsOf<typeof payoffQuote>;
