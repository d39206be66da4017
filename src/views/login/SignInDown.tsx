/**
 * The sign-in is out of order (P §8): nothing is offered but to look again. What that means is said above every page of
 * visitors, by the layout.
 */
import type { ViewProps } from '#machines/kit/view.ts';
import type { login } from '#machines/login/login.machine.ts';
import { Button, ButtonRow } from '../../ui/index.ts';

export function SignInDown({ send }: Pick<ViewProps<typeof login>, 'send'>) {
  return (
    <ButtonRow>
      <Button variant="secondary" onClick={() => send({ type: 'retry.wanted' })}>
        Try again
      </Button>
    </ButtonRow>
  );
}
