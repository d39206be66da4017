/** The first page of a visitor. */
import {
  ButtonLink,
  ButtonRow,
  Card,
  Columns,
  Content,
  Notice,
  PageHeading,
  Stack,
  useLogInOffered,
  usePages,
} from '../../ui/index.ts';

export interface WelcomeProps {
  /** The last session ended because nobody was there. */
  readonly hasTimedOut?: boolean;
}

export function Welcome({ hasTimedOut = false }: WelcomeProps) {
  const isLogInOffered = useLogInOffered();
  const hasPage = usePages();
  return (
    <Stack gap="large">
      <PageHeading>
        <Content section="home" name="welcome-heading" fallback="Welcome" meanwhile inline />
      </PageHeading>
      {hasTimedOut && (
        <Notice kind="info">
          <Content
            section="globalsite"
            name="auto-logged-out"
            fallback="We logged you out because nothing had happened for a while. Log in to go on."
          />
        </Notice>
      )}
      <Card>
        <Stack gap="large">
          <Content section="home" name="welcome-body" />
          {isLogInOffered && (
            <ButtonRow>
              <ButtonLink href="/dashboard">Log In</ButtonLink>
              {hasPage('/account/registration') && (
                <ButtonLink href="/account/registration" variant="secondary">
                  Create Online Account
                </ButtonLink>
              )}
            </ButtonRow>
          )}
        </Stack>
      </Card>
      <Columns of="texts">
        <Card>
          <Content section="usds" name="body1" />
        </Card>
        <Card>
          <Content section="usds" name="body2" />
        </Card>
      </Columns>
    </Stack>
  );
}
