/** Log-in page (P §2.1), also shown on the way to the sign-in of employees and of the federal identity. */
import { storageNeeded } from '#domain/session/identity/messages.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { login } from '#machines/session/login/login.machine.ts';
import { Button, ButtonLink, ButtonRow, Card, Content, Notice, Stack, TextLink, usePages } from '../../../ui/index.ts';

const REGISTRATION = '/account/registration';
const FORGOT = '/account/forgot';

export function Login({ state, send }: Pick<ViewProps<typeof login>, 'state' | 'send'>) {
  const has = usePages();
  const { way } = state.context;
  return (
    <Stack gap="large">
      {(state.matches('couldNotLeave') || state.matches('withoutStorage')) && (
        <Notice kind="error" id="notice" heading="Sorry, we couldn't log you in.">
          <p>
            {state.matches('withoutStorage') ? storageNeeded : "We couldn't reach the log-in page. Please try again."}
          </p>
        </Notice>
      )}
      <Card>
        <Stack gap="large">
          {way === 'impersonation' ? (
            <Content section="home" name="login-impersonation-intro" fallback={<p>For employees only.</p>} />
          ) : (
            <Content section="home" name="login-intro" fallback={<p>Log in to see what you owe.</p>} />
          )}
          <ButtonRow>
            <Button
              busy={state.matches('leavingForSignIn')}
              busyText="Taking you to the log-in page…"
              onClick={() => send({ type: 'signIn.requested' })}
            >
              Log In
            </Button>
            {way === 'ordinary' && has(REGISTRATION) && (
              <ButtonLink href={REGISTRATION} variant="secondary">
                Create Online Account
              </ButtonLink>
            )}
          </ButtonRow>
          {way === 'ordinary' && has(FORGOT) && (
            <p>
              <TextLink href={FORGOT}>Forgot your username or password?</TextLink>
            </p>
          )}
        </Stack>
      </Card>
    </Stack>
  );
}
