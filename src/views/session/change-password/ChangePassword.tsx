/** The current password, and the new one twice (P §2.1). All three fields can be shown and pasted (WCAG 3.3.8). */
import { SHORTEST_PASSWORD } from '#domain/session/credentials/rules.ts';
import type { PasswordValues } from '#domain/session/credentials/shapes.ts';
import { credentialFieldLabels, credentialMessages } from '#domain/session/credentials/messages.ts';
import type { changePassword } from '#machines/session/change-password/change-password.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, Form, Stack, TextField } from '../../../ui/index.ts';
import { FormNotice, formFields } from '../../kit/form/form-fields.tsx';

const NOTICES = {
  tooManyAttempts: "You've tried too many times to change your password. Please try again in 15 minutes.",
  couldNotChange:
    "We haven't heard back, so we can't tell yet whether your password was changed. Please press Change Password again. We change it only once.",
} as const;

export function ChangePassword({ state, send }: Pick<ViewProps<typeof changePassword>, 'state' | 'send'>) {
  const { form, notice } = state.context;
  const isBusy = state.hasTag('busy');

  const fields = formFields({
    form,
    send,
    labels: credentialFieldLabels,
    messages: credentialMessages,
    disabled: isBusy,
  });
  const password = (name: keyof PasswordValues) => ({ ...fields.text(name), secret: true });

  return (
    <Stack gap="large">
      <Content section="myprofile" name="change-password-intro" />
      <FormNotice text={notice === null || notice === 'couldNotContinue' ? null : NOTICES[notice]} />
      {fields.panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <Stack gap="large">
            <TextField {...password('presentPassword')} autoComplete="current-password" />
            <TextField
              {...password('newPassword')}
              hint={`At least ${SHORTEST_PASSWORD} characters`}
              autoComplete="new-password"
            />
            <TextField {...password('confirmation')} autoComplete="new-password" />
          </Stack>
        </Card>
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText="Changing your password…">
            Change Password
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
