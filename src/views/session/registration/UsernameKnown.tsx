/** The borrower has a username already (ruling 116). */
import type { ViewProps } from '#machines/kit/view.ts';
import type { registration } from '#machines/session/registration/registration.machine.ts';
import { Button, ButtonLink, ButtonRow, Notice, PhoneLink, Stack, TextLink } from '../../../ui/index.ts';

export function UsernameKnown({ state, send }: Pick<ViewProps<typeof registration>, 'state' | 'send'>) {
  const names = state.context.knownUsernames.map(({ masked }) => masked);
  return (
    <Stack gap="large">
      <Notice
        kind="info"
        id="notice"
        heading="You Have an Online Account"
        isOutcome
        action={<ButtonLink href="/account/login">Log In</ButtonLink>}
      >
        <p>
          You already have an online account for your loans, so you don&apos;t need a new one.
          {names.length === 1 ? ` Your username is ${names[0]}.` : ` Your usernames are ${names.join(', ')}.`} We show
          only the first and last characters.
        </p>
        <p>
          If you don&apos;t know your username or password,{' '}
          <TextLink href="/account/forgot">set a new password</TextLink>. If you don&apos;t recognize the username, call
          us at <PhoneLink />.
        </p>
      </Notice>
      <ButtonRow>
        <Button variant="secondary" onClick={() => send({ type: 'previous.pressed' })}>
          Previous
        </Button>
      </ButtonRow>
    </Stack>
  );
}
