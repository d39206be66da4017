/** The form, and the confirmation after it was sent. */
import { emailFieldLabels, emailUsMessages } from '#domain/messages/email-us/messages.ts';
import type { ViewProps, ViewsOf } from '#machines/kit/view.ts';
import type { exampleForm } from './example-form.machine.ts';
import { Button, ButtonRow, Card, Form, Notice, Stack, TextArea } from '#src/ui/index.ts';
import { FormNotice, formFields } from '#src/views/kit/form/form-fields.tsx';
import { outcomeCheckFailed } from '#src/views/kit/submission/OutcomeCheckFailed.tsx';
import { OutcomeUnknown, isOutcomeUnknown } from '#src/views/kit/submission/OutcomeUnknown.tsx';
import { NOTICES, exampleFormMessages } from './messages.ts';

type Props = ViewProps<typeof exampleForm>;

function EnterText({ state, send, children: { sendForm } }: Props) {
  const { form, notice } = state.context;
  const isBusy = state.hasTag('busy');
  if (isOutcomeUnknown(sendForm)) return <OutcomeUnknown submission={sendForm} messages={exampleFormMessages} />;
  const { text, panel } = formFields({
    form,
    send,
    labels: emailFieldLabels,
    messages: emailUsMessages,
    disabled: isBusy,
  });
  return (
    <Stack gap="large">
      <FormNotice text={notice && NOTICES[notice]} />
      {panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <TextArea {...text('text')} rows={6} />
        </Card>
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText={exampleFormMessages.sending}>
            Send Message
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}

const Sent = ({ state }: Props) => (
  <Notice kind="success" id="notice">
    <p>{`Thank you. We have your message. Its number is ${state.context.messageNumber}.`}</p>
  </Notice>
);

export const exampleFormViews = {
  entering: EnterText,
  // The same view as the preceding state, so that the pressed button keeps focus.
  sending: EnterText,
  outcomeCheckFailed: outcomeCheckFailed(exampleFormMessages),
  sent: Sent,
} satisfies ViewsOf<typeof exampleForm>;
