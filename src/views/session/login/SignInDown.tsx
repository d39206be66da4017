/**
 * Retry button, shown while sign-in is unavailable (P §8). The layout explains the outage above every page for
 * visitors.
 */
import type { ViewProps } from '#machines/kit/view.ts';
import type { login } from '#machines/session/login/login.machine.ts';
import { Button, ButtonRow } from '../../../ui/index.ts';

export function SignInDown({ send }: Pick<ViewProps<typeof login>, 'send'>) {
  return (
    <ButtonRow>
      <Button variant="secondary" onClick={() => send({ type: 'retry.requested' })}>
        Try again
      </Button>
    </ButtonRow>
  );
}
