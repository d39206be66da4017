/** Text Alerts: sign-up with a code, the present settings, and their changes. */
import type { ReactNode } from 'react';
import { formatUsInstant } from '#domain/calendar.ts';
import { alertNames, textAlertNotices } from '#domain/messages/text-alerts/messages.ts';
import { CODE_MINUTES, MAX_CODES } from '#domain/messages/text-alerts/rules.ts';
import type { TextAlertSettings } from '#domain/messages/text-alerts/shapes.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { manageTextAlerts } from '#machines/messages/manage-text-alerts/manage-text-alerts.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  ConfirmDialog,
  Content,
  Form,
  MaskedNumber,
  Notice,
  PhoneLink,
  Stack,
  SummaryList,
  Tag,
  TextField,
  useTextsToAgree,
} from '../../../ui/index.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { ChangeNotice } from '../../kit/submission/ChangeNotice.tsx';
import { isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { AlertBoxes, Consent, PhoneField, createFields } from './fields.tsx';
import { textAlertChangeMessages } from './messages.ts';

type Props = ViewProps<typeof manageTextAlerts>;

const SUCCESSES = ['codeSent', 'confirmed', 'saved', 'canceled', 'stopped'] as const;

function Result({ state, send, children }: Props) {
  const { notice } = state.context;
  return (
    <ChangeNotice
      submission={children.changeSettings}
      hasCheckFailed={state.matches('outcomeCheckFailed')}
      onRetry={() => send({ type: 'retry.requested' })}
      messages={textAlertChangeMessages}
      result={
        notice && {
          isDone: SUCCESSES.some((each) => each === notice.result),
          text: textAlertNotices[notice.result](notice.minutes),
        }
      }
    />
  );
}

/** Returns whether a change is in flight and has had a response in time so far. */
const isInFlight = ({ state, children }: Props): boolean =>
  state.matches('changingSettings') && !isOutcomeUnknown(children.changeSettings);

/** Returns whether the borrower has to wait for a change or for the settings. */
const isBusy = ({ state }: Props): boolean => state.hasTag('background') || state.matches('outcomeCheckFailed');

/** Returns the panel of the invalid fields. Hidden while a notice shows, because two alerts would interrupt each other. */
const getPanel = (of: Props, { panel }: ReturnType<typeof createFields>): ReactNode =>
  isBusy(of) || of.state.context.notice !== null ? null : panel;

/** Button that submits the form of the present step. */
function SubmitButton({ label, ...props }: Props & { label: string }) {
  const { change } = props.state.context;
  const isOwn = change?.change === 'start' || change?.change === 'confirm' || change?.change === 'choose';
  const isSending = isInFlight(props) && isOwn;
  return (
    <Button
      type="submit"
      busy={isSending}
      busyText={textAlertChangeMessages.sending}
      disabled={isBusy(props) && !isSending}
    >
      {label}
    </Button>
  );
}

function CancelButton(props: Props) {
  return (
    <Button variant="secondary" disabled={isBusy(props)} onClick={() => props.send({ type: 'edit.canceled' })}>
      Cancel
    </Button>
  );
}

/** Frame of most screens: the last result, an introduction to text alerts, and whether they are on. */
function Page({ of, status, children }: { of: Props; status: string; children?: ReactNode }) {
  return (
    <Stack gap="large">
      <Result {...of} />
      <Card heading="Texts about your loans" aside={<Tag tone="info">{status}</Tag>}>
        <Content
          section="myprofile"
          name="text-alerts-intro"
          fallback={<p>We can text you about your loans. You choose the alerts, and you can stop at any time.</p>}
        />
      </Card>
      {children}
    </Stack>
  );
}

const ON = 'On';
const OFF = 'Off';

/** Form with a number, and at sign-up the alerts. The borrower agrees to texts for each number. */
function NumberForm({ of, isSignUp }: { of: Props; isSignUp: boolean }) {
  const { send } = of;
  const terms = useTextsToAgree('myprofile', ['text-alerts-consent']);
  const fields = createFields(of, isBusy(of));
  return (
    <>
      {terms.missing === null && getPanel(of, fields)}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Stack gap="large">
          <Card heading={isSignUp ? 'Sign up for text alerts' : 'Use another number'}>
            <Stack gap="large">
              {!isSignUp && <p>Your current number gets texts until you confirm the new one with a code.</p>}
              <PhoneField fields={fields} />
              {isSignUp && <AlertBoxes fields={fields} />}
            </Stack>
          </Card>
          <Card>
            <Stack>
              {terms.missing ?? terms.shown}
              {terms.missing === null && <Consent fields={fields} isReadable={terms.isReadable} />}
            </Stack>
          </Card>
        </Stack>
        <ButtonRow>
          {terms.missing === null && <SubmitButton {...of} label="Send Code" />}
          {!isSignUp && <CancelButton {...of} />}
        </ButtonRow>
      </Form>
    </>
  );
}

function SignUp(props: Props) {
  return (
    <Page of={props} status={OFF}>
      <NumberForm of={props} isSignUp />
    </Page>
  );
}

function ChangeNumber(props: Props) {
  return (
    <Page of={props} status={ON}>
      <NumberForm of={props} isSignUp={false} />
    </Page>
  );
}

/** The file in which the demo stores the code, because it sends no text. */
function DemoNote({ file }: { file: string | null | undefined }) {
  if (file == null) return null;
  return (
    <Notice kind="info" heading="This demo sends no text messages">
      <p>
        The message with the code is in the file <code>{file}</code> on the server.
      </p>
    </Notice>
  );
}

function EnterCode(props: Props) {
  const { state, send } = props;
  const { settings, change } = state.context;
  const fields = createFields(props, isBusy(props));
  // While a change is in flight and while the settings reload, a press is queued and repeated afterwards.
  const isStopped = state.matches('outcomeCheckFailed');
  const isResending = isInFlight(props) && change?.change === 'resend';
  const isCanceling = isInFlight(props) && change?.change === 'cancel';
  return (
    <Stack gap="large">
      <Result {...props} />
      <DemoNote file={settings?.pending?.outboxFile} />
      {getPanel(props, fields)}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card heading="Confirm your number">
          <Stack gap="large">
            <p>
              We sent a code to the number <MaskedNumber value={settings?.pending?.phone ?? ''} />. It works once and
              for {CODE_MINUTES} minutes. We send at most {MAX_CODES} codes in an hour.
            </p>
            <TextField
              {...fields.text('code')}
              hint="Six digits"
              inputMode="numeric"
              autoComplete="one-time-code"
              isNumber
              width="short"
            />
          </Stack>
        </Card>
        <ButtonRow>
          <SubmitButton {...props} label="Confirm" />
          <Button
            variant="secondary"
            busy={isResending}
            busyText={textAlertChangeMessages.sending}
            disabled={isStopped}
            onClick={() => send({ type: 'resend.pressed' })}
          >
            Send a New Code
          </Button>
          <Button
            variant="quiet"
            busy={isCanceling}
            busyText={textAlertChangeMessages.sending}
            disabled={isStopped}
            onClick={() => send({ type: 'otherNumber.pressed' })}
          >
            {settings?.phone == null ? 'Use Another Number' : 'Keep My Current Number'}
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}

/** The number, the chosen alerts, and the latest texts. */
function Settings({ phone, alerts, sent }: Pick<TextAlertSettings, 'phone' | 'alerts' | 'sent'>) {
  return (
    <Card heading="Your text alerts">
      <SummaryList
        rows={[
          { label: 'Phone number', value: phone === null ? 'None' : <MaskedNumber value={phone} /> },
          { label: 'Alerts', value: alerts.map((alert) => alertNames[alert]).join(', ') || 'None' },
        ]}
      />
      {sent.length > 0 && (
        <>
          <h3>Latest texts</h3>
          <SummaryList
            rows={sent.map(({ sentAt, text }) => ({
              label: formatUsInstant(new Date(sentAt)),
              key: `${sentAt} ${text}`,
              value: text,
            }))}
          />
        </>
      )}
    </Card>
  );
}

function SignedUp(props: Props) {
  const { state, send } = props;
  const { settings, change } = state.context;
  const isStopping = isInFlight(props) && change?.change === 'stop';
  const isDisabled = !(state.matches('signedUp') || state.matches('refreshing'));
  return (
    <Page of={props} status={settings?.phone == null ? OFF : ON}>
      {settings && <Settings {...settings} />}
      <ButtonRow>
        <Button disabled={isDisabled} onClick={() => send({ type: 'choose.pressed' })}>
          Change Alerts
        </Button>
        <Button variant="secondary" disabled={isDisabled} onClick={() => send({ type: 'number.pressed' })}>
          Change Number
        </Button>
        <Button variant="secondary" disabled={isDisabled} onClick={() => send({ type: 'stop.pressed' })}>
          Stop Text Alerts
        </Button>
      </ButtonRow>
      {(state.matches('confirmingStop') || isStopping) && (
        <ConfirmDialog
          title="Stop text alerts?"
          confirmLabel="Yes, stop them"
          cancelLabel="No, keep them"
          busy={isStopping}
          busyText={textAlertChangeMessages.sending}
          onConfirm={() => send({ type: 'stop.confirmed' })}
          onCancel={() => send({ type: 'stop.dismissed' })}
        >
          <p>We won&apos;t text you any more. You can sign up again at any time, with a new code.</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}

function ChooseAlerts(props: Props) {
  const fields = createFields(props, isBusy(props));
  return (
    <Page of={props} status={ON}>
      {getPanel(props, fields)}
      <Form onSubmit={() => props.send({ type: 'submit.pressed' })}>
        <Card heading="Change your alerts">
          <AlertBoxes fields={fields} />
        </Card>
        <ButtonRow>
          <SubmitButton {...props} label="Save" />
          <CancelButton {...props} />
        </ButtonRow>
      </Form>
    </Page>
  );
}

/** Keeps the screen of the present step while a change is in flight. */
function Changing(props: Props) {
  const { step, settings } = props.state.context;
  if (step === 'code') return <EnterCode {...props} />;
  if (step === 'choice') return <ChooseAlerts {...props} />;
  if (step === 'number') return <ChangeNumber {...props} />;
  return settings?.phone == null ? <SignUp {...props} /> : <SignedUp {...props} />;
}

function Unavailable(props: Props) {
  return (
    <Page of={props} status={OFF}>
      <Notice kind="info">
        <p>
          Text alerts aren&apos;t available right now. If you have a question, call <PhoneLink />.
        </p>
      </Notice>
    </Page>
  );
}

function ViewOnly(props: Props) {
  const { settings } = props.state.context;
  return (
    <Page of={props} status={settings?.phone == null ? OFF : ON}>
      <Notice kind="info">
        <p>Only the borrower can change text alerts, because they confirm the phone number.</p>
      </Notice>
      {settings && <Settings {...settings} />}
    </Page>
  );
}

export const manageTextAlertsViews = {
  loadingSettings: Loading,
  couldNotLoad: CouldNotLoad,
  unavailable: Unavailable,
  viewingOnly: ViewOnly,
  notSignedUp: SignUp,
  enteringCode: EnterCode,
  signedUp: SignedUp,
  choosingAlerts: ChooseAlerts,
  changingNumber: ChangeNumber,
  confirmingStop: SignedUp,
  changingSettings: Changing,
  refreshing: Changing,
  outcomeCheckFailed: Changing,
} satisfies ViewsOf<typeof manageTextAlerts>;
