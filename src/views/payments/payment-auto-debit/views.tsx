/** Auto Debit (Y §2.2): the enrollment of each account, and the forms to change it. */
import { accountName } from '#domain/account-name.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { autoDebit } from '#machines/payments/payment-auto-debit/payment-auto-debit.machine.ts';
import { ConfirmDialog, Content, EmptyState, Stack } from '../../../ui/index.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { ChangeNotice } from '../../kit/submission/ChangeNotice.tsx';
import { isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { AccountCard } from './AccountCard.tsx';
import { TermsForm } from './TermsForm.tsx';
import { autoDebitChangeMessages, autoDebitResults } from './messages.ts';

type Props = ViewProps<typeof autoDebit>;

function Result({ state, send, children }: Props) {
  const { notice, wanted } = state.context;
  return (
    <ChangeNotice
      submission={children.changeAutoDebit}
      hasCheckFailed={state.matches('outcomeCheckFailed')}
      onRetry={() => send({ type: 'retry.wanted' })}
      messages={autoDebitChangeMessages}
      result={
        notice && {
          isDone: notice === 'enrolled' || notice === 'stopped',
          // An account that was paid in full since is not in the list any more.
          text: autoDebitResults[notice](wanted === null ? 'your account' : accountName(wanted)),
        }
      }
    />
  );
}

/** Returns whether a change is in flight and has had a response in time so far. */
const isInFlight = ({ state, children }: Props): boolean =>
  state.matches('changingAutoDebit') && !isOutcomeUnknown(children.changeAutoDebit);

/** Confirms the end of auto debit, and remains open while it is in flight. */
function StopDialog(props: Props) {
  const { state, send } = props;
  const { wanted, change } = state.context;
  const isStopping = change?.change === 'stop' && isInFlight(props);
  if (wanted === null || !(state.matches('confirmingStop') || isStopping)) return null;
  const { underWay, next, monthlyReduction } = wanted;
  return (
    <ConfirmDialog
      title="Stop auto debit?"
      confirmLabel="Yes, stop auto debit"
      cancelLabel="No, keep auto debit"
      danger
      busy={isStopping}
      busyText={autoDebitChangeMessages.sending}
      onConfirm={() => send({ type: 'stop.confirmed' })}
      onCancel={() => send({ type: 'stop.dismissed' })}
    >
      <p>{`We will no longer draw payments for ${accountName(wanted)}. You will have to pay each bill yourself.`}</p>
      {underWay !== null && (
        <p>{`The draft of ${formatUsd(underWay.amount)} on ${formatUsDate(underWay.effectiveDate)} is already under way and will still be drawn.`}</p>
      )}
      {underWay === null && next !== null && (
        <p>{`The draft of ${formatUsd(next.amount)} on ${formatUsDate(next.draftDate)} will not be drawn.`}</p>
      )}
      {monthlyReduction > 0 && <p>{`You lose the lower interest: about ${formatUsd(monthlyReduction)} a month.`}</p>}
    </ConfirmDialog>
  );
}

function Accounts(props: Props) {
  const { state, send } = props;
  const { accounts, methods } = state.context;
  if (accounts.length === 0) {
    return (
      <EmptyState>
        <p>You don&apos;t have any loan accounts.</p>
      </EmptyState>
    );
  }
  return (
    <Stack gap="large">
      {accounts.map((account) => (
        <AccountCard
          key={account.accountId}
          account={account}
          methods={methods}
          isBusy={!(state.matches('showingAutoDebits') || state.matches('refreshing'))}
          onEnroll={() => send({ type: 'enroll.pressed', accountId: account.accountId })}
          onStop={() => send({ type: 'stop.pressed', accountId: account.accountId })}
        />
      ))}
    </Stack>
  );
}

function AutoDebit(props: Props) {
  const { state, send } = props;
  const isEnrolling =
    state.matches('enteringTerms') ||
    (state.context.change?.change === 'enroll' && !state.matches('showingAutoDebits'));
  return (
    <Stack gap="large">
      <Result {...props} />
      <Content
        section="payments"
        name="auto-debit-intro"
        fallback={<p>With auto debit, we draw your payment from your bank account on each due date.</p>}
      />
      {isEnrolling ? <TermsForm state={state} send={send} isInFlight={isInFlight(props)} /> : <Accounts {...props} />}
      <StopDialog {...props} />
    </Stack>
  );
}

export const autoDebitViews = {
  loadingAutoDebits: Loading,
  couldNotLoad: CouldNotLoad,
  showingAutoDebits: AutoDebit,
  enteringTerms: AutoDebit,
  confirmingStop: AutoDebit,
  changingAutoDebit: AutoDebit,
  refreshing: AutoDebit,
  outcomeCheckFailed: AutoDebit,
} satisfies ViewsOf<typeof autoDebit>;
