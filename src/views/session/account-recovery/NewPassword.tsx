/**
 * Step 3: the masked username, or a choice of several, and a new password. The password can be shown and pasted (WCAG
 * 3.3.8).
 */
import { SHORTEST_PASSWORD } from '#domain/session/credentials/rules.ts';
import { credentialFieldLabels, credentialMessages } from '#domain/session/credentials/messages.ts';
import type { accountRecovery } from '#machines/session/account-recovery/account-recovery.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Form, RadioGroup, Stack, Stepper, TextField } from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { RecoveryNotice } from './RecoveryNotice.tsx';
import { STEPS } from './messages.ts';

export function NewPassword({ state, send }: Pick<ViewProps<typeof accountRecovery>, 'state' | 'send'>) {
  const { reset: form, usernames, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const { text, panel, onChange, findError } = formFields({
    form,
    send,
    labels: credentialFieldLabels,
    messages: credentialMessages,
    disabled: isBusy,
  });
  return (
    <Stack gap="large">
      <Stepper steps={STEPS} current={2} label="Setting a new password" />
      <RecoveryNotice notice={notice} />
      {panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <Stack gap="large">
            {usernames.length === 1 ? (
              <p>
                Your username is <strong>{usernames[0]?.masked}</strong>. We show only its first and last characters.
              </p>
            ) : (
              <RadioGroup
                name="usernameId"
                legend="Which username do you want to set a new password for?"
                hint="We show only the first and last characters."
                value={form.values.usernameId}
                error={findError('usernameId')}
                options={usernames.map(({ id, masked }) => ({ value: id, label: masked, disabled: isBusy }))}
                onChange={onChange('usernameId')}
              />
            )}
            <TextField
              {...text('newPassword')}
              hint={`At least ${SHORTEST_PASSWORD} characters: a few words in a row are easy to remember`}
              secret
              autoComplete="new-password"
            />
            <TextField {...text('confirmation')} secret autoComplete="new-password" />
          </Stack>
        </Card>
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText="Setting your new password…">
            Set New Password
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'previous.pressed' })}>
            Previous
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
