/** Auto Debit (Y §2.2): the enrollment of each account, and the forms to change it. */
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { accountName } from '#domain/account-name.ts';
import { hasNumber } from '#domain/accounts/overview.ts';
import { MANY_ACCOUNTS } from '#domain/accounts/shapes.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { autoDebit } from '#machines/payments/payment-auto-debit/payment-auto-debit.machine.ts';
import { Button, ButtonRow, ConfirmDialog, Content, EmptyState, Stack } from '../../../ui/index.ts';
import { FIRST_ACCOUNTS, FindAccount } from '../find-account/FindAccount.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { ChangeNotice } from '../../kit/submission/ChangeNotice.tsx';
import { isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { AccountCard } from './AccountCard.tsx';
import { TermsForm } from './TermsForm.tsx';
import { autoDebitChangeMessages, autoDebitResults } from './messages.ts';

type Props = ViewProps<typeof autoDebit>;

function Result({ state, send, children }: Props) {
  const { notice, selected } = state.context;
  return (
    <ChangeNotice
      submission={children.changeAutoDebit}
      hasCheckFailed={state.matches('outcomeCheckFailed')}
      onRetry={() => send({ type: 'retry.requested' })}
      messages={autoDebitChangeMessages}
      result={
        notice && {
          isDone: notice === 'enrolled' || notice === 'stopped',
          // An account that has been paid in full since then is no longer in the list.
          text: autoDebitResults[notice](selected === null ? 'your account' : accountName(selected)),
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
  const { selected, change } = state.context;
  const isStopping = change?.change === 'stop' && isInFlight(props);
  if (selected === null || !(state.matches('confirmingStop') || isStopping)) return null;
  const { underWay, next, monthlyReduction } = selected;
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
      <p>{`We'll no longer draw payments for ${accountName(selected)}. You'll have to pay each bill yourself.`}</p>
      {underWay !== null && (
        <p>{`The auto debit payment of ${formatUsd(underWay.amount)} on ${formatUsDate(underWay.effectiveDate)} is already under way and will still be drawn.`}</p>
      )}
      {underWay === null && next !== null && (
        <p>{`The auto debit payment of ${formatUsd(next.amount)} on ${formatUsDate(next.draftDate)} won't be drawn.`}</p>
      )}
      {monthlyReduction > 0 && <p>{`You lose the lower interest: about ${formatUsd(monthlyReduction)} a month.`}</p>}
    </ConfirmDialog>
  );
}

/** The search text for an account. It stays while the form of one of them is open. */
interface Search {
  readonly sought: string;
  readonly isAllShown: boolean;
}

interface AccountsProps {
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
}

function Accounts({ search: { sought, isAllShown }, onSearch, ...props }: Props & AccountsProps) {
  const { state, send } = props;
  const { accounts, methods } = state.context;
  const list = useRef<HTMLDivElement>(null);
  const isMany = accounts.length >= MANY_ACCOUNTS;
  const found = accounts.filter((account) => hasNumber(account, sought));
  const isShort = isMany && !isAllShown && found.length > FIRST_ACCOUNTS;
  if (accounts.length === 0) {
    return (
      <EmptyState>
        <p>You don&apos;t have any loan accounts.</p>
      </EmptyState>
    );
  }
  const showAll = () => {
    // The next account must be in the page before it can take the focus.
    flushSync(() => onSearch({ sought, isAllShown: true }));
    list.current?.querySelectorAll('section')[FIRST_ACCOUNTS]?.querySelector<HTMLElement>('button, a')?.focus();
  };
  return (
    <Stack gap="large">
      {isMany && (
        <div>
          <FindAccount accounts={accounts} sought={sought} onSeek={(text) => onSearch({ sought: text, isAllShown })} />
        </div>
      )}
      <div ref={list}>
        <Stack gap="large">
          {(isShort ? found.slice(0, FIRST_ACCOUNTS) : found).map((account) => (
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
      </div>
      {isShort && (
        <ButtonRow>
          <Button variant="secondary" onClick={showAll}>
            Show all {found.length} accounts
          </Button>
        </ButtonRow>
      )}
    </Stack>
  );
}

function AutoDebit(props: Props) {
  const { state, send } = props;
  const [search, setSearch] = useState<Search>({ sought: '', isAllShown: false });
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
      {isEnrolling ? (
        <TermsForm state={state} send={send} isInFlight={isInFlight(props)} />
      ) : (
        <Accounts {...props} search={search} onSearch={setSearch} />
      )}
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
