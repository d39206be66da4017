/** The first page of a visitor. */
import {
  ButtonLink,
  ButtonRow,
  Card,
  Columns,
  Content,
  ContentCard,
  Notice,
  PageHeading,
  Stack,
  useLogInOffered,
  usePages,
} from '../../ui/index.ts';

export interface WelcomeProps {
  /** Why the last session ended by itself. */
  readonly ended?: keyof typeof ENDS | undefined;
}

/** What is said of a session that ended because nobody was there, and of one that could not be renewed. */
const ENDS = {
  timedOut: (
    <Content
      section="globalsite"
      name="auto-logged-out"
      fallback="We logged you out because nothing had happened for a while. Log in to continue."
    />
  ),
  expired: (
    <Content section="globalsite" name="session-expired" fallback="Your session has ended. Log in to continue." />
  ),
} as const;

export function Welcome({ ended }: WelcomeProps) {
  const isLogInOffered = useLogInOffered();
  const hasPage = usePages();
  return (
    <Stack gap="large">
      <PageHeading>
        <Content section="home" name="welcome-heading" fallback="Welcome" meanwhile inline />
      </PageHeading>
      {ended !== undefined && <Notice kind="info">{ENDS[ended]}</Notice>}
      <Card>
        <Stack gap="large">
          <Content
            section="home"
            name="welcome-body"
            fallback={<p>Log in to see what you owe and to make a payment.</p>}
          />
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
        <ContentCard section="usds" name="body1" />
        <ContentCard section="usds" name="body2" />
      </Columns>
    </Stack>
  );
}
