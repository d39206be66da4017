/** The present password and a new one, twice (P §2.1). All three may be shown and pasted (WCAG 3.3.8). */
import { SHORTEST_PASSWORD } from '#domain/credentials/rules.ts';
import type { PasswordValues } from '#domain/credentials/shapes.ts';
import { credentialFieldWords, credentialWords } from '#domain/credentials/words.ts';
import { say } from '#domain/verdict.ts';
import type { changePassword } from '#machines/change-password/change-password.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, ErrorPanel, Form, Notice, Stack, TextField } from '../../ui/index.ts';

const NOTICES = {
  tooManyAttempts: 'There were too many attempts to change your password. Please try again in 15 minutes.',
  couldNotChange:
    'No answer came, so we cannot say yet whether your password was changed. Please press Change Password again: it is changed only once.',
} as const;

export function ChangePassword({ state, send }: Pick<ViewProps<typeof changePassword>, 'state' | 'send'>) {
  const { form, notice } = state.context;
  const isBusy = state.hasTag('busy');

  const password = (field: keyof PasswordValues, autoComplete: 'current-password' | 'new-password', hint?: string) => {
    const error = form.errors[field];
    return (
      <TextField
        name={field}
        label={credentialFieldWords[field]}
        hint={hint}
        secret
        autoComplete={autoComplete}
        value={form.values[field]}
        disabled={isBusy}
        error={error === undefined ? undefined : say(credentialWords, error)}
        onChange={(value) => send({ type: 'field.changed', field, value })}
        onLeave={() => send({ type: 'field.left', field })}
      />
    );
  };

  return (
    <Stack gap="large">
      <Content section="myprofile" name="change-password-intro" />
      {notice !== null && notice !== 'couldNotContinue' && (
        <Notice kind="error" id="notice">
          <p>{NOTICES[notice]}</p>
        </Notice>
      )}
      <ErrorPanel
        errors={form.panel.map(({ field, verdict }) => ({
          field,
          label: credentialFieldWords[field] ?? field,
          message: say(credentialWords, verdict),
        }))}
      />
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <Stack gap="large">
            {password('presentPassword', 'current-password')}
            {password('newPassword', 'new-password', `At least ${SHORTEST_PASSWORD} characters`)}
            {password('confirmation', 'new-password')}
          </Stack>
        </Card>
        <ButtonRow align="end">
          <Button type="submit" busy={isBusy} busyText="Changing your password…">
            Change Password
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
