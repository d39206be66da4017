/** One application: status, timeline, document, covered loans, decision letter and withdrawal. */
import { accountName } from '#domain/account-name.ts';
import { isolated } from '#domain/isolated-text.ts';
import { businessDate, formatUsDate, formatUsInstant } from '#domain/calendar.ts';
import { periodText } from '#domain/pause-end.ts';
import { unchangedPaymentText } from '#domain/payments/messages.ts';
import { canWithdraw, hasLetter, isGranted, isPostponement } from '#domain/repayment/postponement/rules.ts';
import type { ApplicationDetails, GrantedGroup } from '#domain/repayment/postponement/shapes.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import type { applicationDetails } from '#machines/repayment/application-details/application-details.machine.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import {
  Button,
  ButtonRow,
  Card,
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  Money,
  Notice,
  PhoneLink,
  Stack,
  SummaryList,
  type SummaryRow,
  TextLink,
} from '../../../ui/index.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { ApplicationMeaning } from '../postponement/ApplicationMeaning.tsx';
import { ApplicationStatusTag } from '../postponement/ApplicationStatusTag.tsx';
import { ApplicationTimeline } from '../postponement/ApplicationTimeline.tsx';
import { NeededDocument } from '../repayment-options/NeededDocument.tsx';

type Props = ViewProps<typeof applicationDetails>;
interface Shown {
  readonly application: ApplicationDetails;
}

const Back = () => (
  <p>
    <TextLink variant="back" href="/repayment-options">
      Back to Repayment Options
    </TextLink>
  </p>
);

/** The result of the last action. */
function ActionNotice({ notice }: Pick<Props['state']['context'], 'notice'>) {
  switch (notice) {
    case null:
      return null;
    case 'withdrawn':
      return (
        <Notice kind="success" id="notice">
          <p>You withdrew this application. You can apply again at any time.</p>
        </Notice>
      );
    case 'decided':
      return (
        <Notice kind="warning" id="notice">
          <p>We decided on this application before your withdrawal arrived. Its status is below.</p>
        </Notice>
      );
    case 'notWithdrawn':
      return (
        <Notice kind="error" id="notice">
          <p>
            We couldn't withdraw the application. Please try again: it&apos;s withdrawn only once. If it still doesn't
            work, call us at <PhoneLink />.
          </p>
        </Notice>
      );
    case 'notSaved':
      return (
        <Notice kind="error" id="notice">
          <p>We couldn't save the letter. Please try again.</p>
        </Notice>
      );
  }
}

/** Returns the granted period, which for a new plan has no end, or the requested start. */
function periodRows(application: ApplicationDetails): SummaryRow[] {
  const { startDate, endDate = null } = application;
  if (startDate === null) return [];
  if (!isGranted(application)) return [{ label: 'Requested start', value: formatUsDate(startDate) }];
  return [
    endDate === null
      ? { label: 'Start', value: formatUsDate(startDate) }
      : { label: 'Period', value: periodText(startDate, endDate) },
  ];
}

function Summary({ application }: Shown) {
  const { confirmationNumber, kind, receivedDateTime } = application;
  const rows: SummaryRow[] = [
    { label: 'Application', value: applicationKindNames[kind] },
    { label: 'Confirmation number', value: confirmationNumber },
    { label: 'Received', value: formatUsInstant(new Date(receivedDateTime)) },
    ...periodRows(application),
  ];
  return (
    <Card heading="Status" aside={<ApplicationStatusTag status={application.status} />}>
      <SummaryList layout="columns" rows={rows} />
      <ApplicationMeaning application={application} />
      <ApplicationTimeline application={application} />
    </Card>
  );
}

/** The uploaded documents with their receipts. */
function Documents({ application }: Shown) {
  const { document } = application;
  if (document == null) return null;
  return (
    <Card heading={document.name}>
      <NeededDocument application={application} />
      {document.uploads.map(({ documentId, fileName, uploadedDateTime, receiptNumber, sha256 = null }) => (
        <SummaryList
          key={documentId}
          rows={[
            { label: 'File', value: isolated(fileName) },
            { label: 'Uploaded', value: formatUsDate(businessDate(new Date(uploadedDateTime))) },
            ...(receiptNumber === undefined ? [] : [{ label: 'Receipt number', value: receiptNumber }]),
            ...(sha256 === null ? [] : [{ label: 'SHA-256', value: <code className="ui-hash">{sha256}</code> }]),
          ]}
        />
      ))}
    </Card>
  );
}

const isKnown = (group: GrantedGroup): boolean => group.interest !== null;

const COLUMNS: readonly Column<GrantedGroup>[] = [
  {
    key: 'account',
    header: 'Account',
    names: true,
    cell: ({ accountNumber, accountLoanType }) => accountName({ accountNumber, loanType: accountLoanType }),
  },
  { key: 'group', header: 'Group', cell: ({ groupId }) => groupId },
  { key: 'loans', header: 'Loans', cell: ({ loanType }) => loanType },
];
const amount = (key: 'interest' | 'capitalized', header: string): Column<GrantedGroup> => ({
  key,
  header,
  align: 'end',
  cell: (group) => {
    const value = group[key];
    return value === null ? null : <Money amount={value} />;
  },
});

/** The loans that an approval covers, with the interest of the pause when it has ended. */
function CoveredGroups({ application: { kind, groups } }: Shown) {
  if (groups.length === 0) return null;
  const columns =
    isPostponement(kind) && groups.every(isKnown)
      ? [...COLUMNS, amount('interest', 'Unpaid interest'), amount('capitalized', 'Added to principal')]
      : COLUMNS;
  return (
    <Card heading="Loans that this covers">
      <DataTable
        caption="Loans that this covers"
        captionHidden
        columns={columns}
        rows={groups}
        rowKey={({ accountNumber, groupId }) => `${accountNumber}/${groupId}`}
      />
    </Card>
  );
}

/** The payments that the borrower scheduled before and that are still made. */
function UnchangedPayments({ application: { kind, keptPayments } }: Shown) {
  if (keptPayments.length === 0) return null;
  return (
    <Card heading="Payments that you scheduled before">
      {keptPayments.map(({ accountNumber, effectiveDate, amount: sumOfPaymentAmount }) => (
        <p key={`${accountNumber} ${effectiveDate} ${sumOfPaymentAmount}`}>
          {unchangedPaymentText({ sumOfPaymentAmount, effectiveDate }, isPostponement(kind) ? 'pause' : 'newPlan')}
        </p>
      ))}
      <p>
        If you don't want to make a payment,{' '}
        <TextLink href="/payments/payment-activity">cancel it in Payment Activity</TextLink> before its date.
      </p>
    </Card>
  );
}

/** Confirms the withdrawal, and remains open until its outcome is known. */
function WithdrawDialog({ state, send }: Props) {
  const isChecking = state.matches('checking');
  const isBusy = isChecking || state.matches('withdrawing');
  if (!state.matches('confirming') && !isBusy) return null;
  return (
    <ConfirmDialog
      title="Withdraw this application?"
      confirmLabel="Yes, withdraw it"
      cancelLabel="No, keep it"
      busy={isBusy}
      busyText={isChecking ? 'Checking what happened…' : 'Withdrawing…'}
      danger
      onConfirm={() => send({ type: 'withdraw.confirmed' })}
      onCancel={() => send({ type: 'withdraw.dismissed' })}
    >
      <p>We stop the review and make no decision. Your payments are still due. You can apply again at any time.</p>
    </ConfirmDialog>
  );
}

/** One view for all states with the application, so that the page and its focus stay. */
function Details(props: Props) {
  const { state, send } = props;
  const { application, notice } = state.context;
  if (application === null) return null;
  const isSaving = state.matches('gettingLetter');
  return (
    <Stack>
      <ActionNotice notice={notice} />
      <Summary application={application} />
      {hasLetter(application) && (
        <ButtonRow>
          <Button icon="download" busy={isSaving} busyText="Saving…" onClick={() => send({ type: 'save.pressed' })}>
            Save Decision Letter
          </Button>
        </ButtonRow>
      )}
      <Documents application={application} />
      <CoveredGroups application={application} />
      <UnchangedPayments application={application} />
      {canWithdraw(application) && (
        <ButtonRow>
          <Button variant="secondary" onClick={() => send({ type: 'withdraw.pressed' })}>
            Withdraw Application
          </Button>
        </ButtonRow>
      )}
      <p>
        Questions? Call us at <PhoneLink />.
      </p>
      <Back />
      <WithdrawDialog {...props} />
    </Stack>
  );
}

const NotFound = () => (
  <Stack>
    <EmptyState>We couldn't find this application.</EmptyState>
    <Back />
  </Stack>
);

export const applicationDetailsViews = {
  loading: Loading,
  couldNotLoad: CouldNotLoad,
  notFound: NotFound,
  showing: Details,
  confirming: Details,
  withdrawing: Details,
  checking: Details,
  refreshing: Details,
  gettingLetter: Details,
} satisfies ViewsOf<typeof applicationDetails>;
