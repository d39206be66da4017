/** Confirmation that the password changed. After a required action, Continue opens the requested page. */
import type { changePassword } from '#machines/session/change-password/change-password.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonLink, Content, Notice, Stack } from '../../../ui/index.ts';

export function PasswordChanged({ state, send }: Pick<ViewProps<typeof changePassword>, 'state' | 'send'>) {
  const { action, notice } = state.context;
  const goOn =
    action === null ? (
      <ButtonLink href="/">Continue</ButtonLink>
    ) : (
      <Button busy={state.hasTag('busy')} busyText="One moment…" onClick={() => send({ type: 'continue.pressed' })}>
        Continue
      </Button>
    );
  const couldNotContinue = notice === 'couldNotContinue';
  return (
    <Stack gap="large">
      <Notice kind="success" id={couldNotContinue ? undefined : 'notice'} action={goOn}>
        <Content section="myprofile" name="change-password-success" fallback={<p>Your password has been changed.</p>} />
      </Notice>
      {couldNotContinue && (
        <Notice kind="error" id="notice">
          <p>Your password was changed, but we couldn&apos;t continue. Please choose Continue again.</p>
        </Notice>
      )}
    </Stack>
  );
}
