/** Payment Methods (Y §2.2, §4.10): the saved bank accounts, and the forms to add, rename and remove one. */
import { INPUT_MAXIMUM, isRemovable } from '#domain/payments/banking/rules.ts';
import { isolated } from '#domain/isolated-text.ts';
import { bankFieldLabels, bankMessages, limitReached, methodMessages } from '#domain/payments/banking/messages.ts';
import type { ManagedMethod } from '#domain/payments/banking/shapes.ts';
import { accountName } from '#domain/account-name.ts';
import { formatUsDate } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import { accountTypeLabels } from '#domain/payments/messages.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { paymentMethods } from '#machines/payments/payment-methods/payment-methods.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  type Column,
  ConfirmDialog,
  Content,
  DataTable,
  EmptyState,
  Form,
  MaskedNumber,
  Stack,
  TextField,
  TextLink,
} from '../../../ui/index.ts';
import { BankAccountFields } from '../bank-account/BankAccountFields.tsx';
import { BankAccountMessages } from '../bank-account/BankAccountMessages.tsx';
import { VERIFYING } from '../bank-account/messages.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { ChangeNotice } from '../../kit/submission/ChangeNotice.tsx';
import { isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { methodChangeMessages } from './messages.ts';

type Props = ViewProps<typeof paymentMethods>;

/** The payments that prevent the removal of an account, with a link to the page that lists them. */
function Uses({ scheduledPayments, autoDebitAccounts, autoDebitAccountNames }: ManagedMethod) {
  const names = autoDebitAccountNames ?? autoDebitAccounts.map((accountNumber) => accountName({ accountNumber }));
  if (scheduledPayments.length + autoDebitAccounts.length === 0) return 'No payment';
  return (
    <>
      {scheduledPayments.map(({ paymentDetailId, effectiveDate, sumOfPaymentAmount }) => (
        <div key={paymentDetailId}>
          <TextLink href="/payments/payment-activity">
            Payment of {formatUsd(sumOfPaymentAmount)} on {formatUsDate(effectiveDate)}
          </TextLink>
        </div>
      ))}
      {names.map((name) => (
        <div key={name}>
          <TextLink href="/payments/payment-auto-debit">Auto debit of {name}</TextLink>
        </div>
      ))}
    </>
  );
}

function createColumns({ state, send }: Props): Column<ManagedMethod>[] {
  const isListing = state.matches('listing') || state.matches('refreshing');
  return [
    { key: 'name', header: 'Nickname', names: true, cell: ({ profileName }) => isolated(profileName) },
    { key: 'bank', header: 'Bank', cell: ({ bankName }) => bankName },
    { key: 'number', header: 'Account Number', cell: ({ accountNumber }) => <MaskedNumber value={accountNumber} /> },
    { key: 'type', header: 'Type', cell: ({ accountTypeId }) => accountTypeLabels[accountTypeId] },
    {
      key: 'used',
      header: 'Last used',
      cell: ({ lastUsedDate }) => (lastUsedDate === null ? 'Not used yet' : formatUsDate(lastUsedDate)),
    },
    { key: 'uses', header: 'Used by', cell: (method) => <Uses {...method} /> },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      cell: ({ profileId, profileName, ...uses }) => (
        <ButtonRow>
          <Button
            variant="quiet"
            disabled={!isListing}
            context={isolated(profileName)}
            onClick={() => send({ type: 'rename.pressed', profileId })}
          >
            Rename
          </Button>
          {isRemovable(uses) && (
            <Button
              variant="quiet"
              disabled={!isListing}
              context={isolated(profileName)}
              onClick={() => send({ type: 'remove.pressed', profileId })}
            >
              Remove
            </Button>
          )}
        </ButtonRow>
      ),
    },
  ];
}

function Result({ state, send, children }: Props) {
  const { notice } = state.context;
  return (
    <ChangeNotice
      submission={children.changeMethod}
      hasCheckFailed={state.matches('outcomeCheckFailed')}
      onRetry={() => send({ type: 'retry.requested' })}
      messages={methodChangeMessages}
      result={
        notice && {
          isDone: notice.result === 'added' || notice.result === 'renamed' || notice.result === 'removed',
          text: methodMessages[notice.result](notice.name),
        }
      }
    />
  );
}

/** Returns whether a change is in flight and has had a response in time so far. */
const isInFlight = ({ state, children }: Props): boolean =>
  state.matches('changingMethod') && !isOutcomeUnknown(children.changeMethod);

/** Confirms the removal, and remains open while it is in flight. */
function RemoveDialog(props: Props) {
  const { state, send } = props;
  const { selected, change } = state.context;
  const isRemoving = change?.change === 'remove' && isInFlight(props);
  if (selected === null || !(state.matches('confirmingRemoval') || isRemoving)) return null;
  return (
    <ConfirmDialog
      title="Remove this payment method?"
      confirmLabel="Yes, remove it"
      cancelLabel="No, keep it"
      danger
      busy={isRemoving}
      busyText={methodChangeMessages.sending}
      onConfirm={() => send({ type: 'remove.confirmed' })}
      onCancel={() => send({ type: 'remove.dismissed' })}
    >
      <p>
        {`Are you sure you want to remove “${isolated(selected.profileName)}” (${selected.bankName} ${selected.accountNumber})? ` +
          'To pay from this account again, you would have to enter it again.'}
      </p>
    </ConfirmDialog>
  );
}

function RenameForm(props: Props) {
  const { state, send } = props;
  const { form, selected } = state.context;
  const isBusy = !state.matches('renamingMethod');
  const { text, panel } = formFields({
    form,
    send,
    labels: bankFieldLabels,
    messages: bankMessages,
    disabled: isBusy,
  });
  const maximum = INPUT_MAXIMUM.accountNickname;
  const isFull = maximum !== undefined && form.values.accountNickname.length >= maximum;
  return (
    <>
      {panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card heading="Rename payment method">
          <Stack gap="large">
            {selected && (
              <p>
                {selected.bankName} <MaskedNumber value={selected.accountNumber} />,{' '}
                {accountTypeLabels[selected.accountTypeId]}
              </p>
            )}
            <TextField
              {...text('accountNickname')}
              hint="For example: My Checking Account"
              maxLength={maximum}
              width="medium"
              autoComplete="off"
              note={isFull ? limitReached : text('accountNickname').note}
            />
          </Stack>
        </Card>
        <ButtonRow>
          <Button
            type="submit"
            busy={isBusy && isInFlight(props)}
            busyText={methodChangeMessages.sending}
            disabled={isBusy && !isInFlight(props)}
          >
            Save
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'rename.canceled' })}>
            Cancel
          </Button>
        </ButtonRow>
      </Form>
    </>
  );
}

function List(props: Props) {
  const { state, send } = props;
  const { methods } = state.context;
  const isListing = state.matches('listing') || state.matches('refreshing');
  const add = (
    <Button icon="add" disabled={!isListing} onClick={() => send({ type: 'add.pressed' })}>
      Add Payment Method
    </Button>
  );
  if (methods.length === 0) {
    return (
      <Card>
        <EmptyState icon="document" action={add}>
          <p>You don&apos;t have any saved payment methods.</p>
        </EmptyState>
      </Card>
    );
  }
  return (
    <Stack gap="large">
      <Card divided>
        <DataTable
          caption="Saved payment methods"
          captionHidden
          columns={createColumns(props)}
          rows={methods}
          rowKey={({ profileId }) => profileId}
        />
        <p>
          You can&apos;t remove an account while a payment or auto debit uses it. First cancel the payment on{' '}
          <TextLink href="/payments/payment-activity">Payment Activity</TextLink>, or change auto debit on{' '}
          <TextLink href="/payments/payment-auto-debit">Auto Debit</TextLink>.
        </p>
      </Card>
      <ButtonRow>{add}</ButtonRow>
    </Stack>
  );
}

function Methods(props: Props) {
  const { state } = props;
  const isRenaming =
    state.matches('renamingMethod') || (state.context.change?.change === 'rename' && !state.matches('listing'));
  return (
    <Stack gap="large">
      <Result {...props} />
      <Content
        section="payments"
        name="payment-methods-intro"
        fallback={<p>These are the bank accounts that you saved to pay from.</p>}
      />
      {isRenaming ? <RenameForm {...props} /> : <List {...props} />}
      <RemoveDialog {...props} />
    </Stack>
  );
}

function AddMethod({ state, send, children: { enterBankAccount } }: Props) {
  const isBusy = state.hasTag('busy');
  return (
    <Stack gap="large">
      {enterBankAccount && <BankAccountMessages {...enterBankAccount} />}
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        {enterBankAccount && <BankAccountFields {...enterBankAccount} />}
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText={VERIFYING}>
            Continue
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'add.canceled' })}>
            Cancel
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}

export const paymentMethodsViews = {
  loadingMethods: Loading,
  couldNotLoad: CouldNotLoad,
  listing: Methods,
  addingMethod: AddMethod,
  renamingMethod: Methods,
  confirmingRemoval: Methods,
  changingMethod: Methods,
  refreshing: Methods,
  outcomeCheckFailed: Methods,
} satisfies ViewsOf<typeof paymentMethods>;
