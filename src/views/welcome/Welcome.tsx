/** The first page of a visitor. */
import { ButtonLink, ButtonRow, Card, Content, PageHeading, Stack } from '../../ui/index.ts';

export function Welcome() {
  return (
    <Stack gap="large">
      <PageHeading>
        <Content section="home" name="welcome-heading" inline />
      </PageHeading>
      <Card>
        <Stack gap="large">
          <Content section="home" name="welcome-body" />
          <ButtonRow>
            <ButtonLink href="/dashboard">Log In</ButtonLink>
          </ButtonRow>
        </Stack>
      </Card>
    </Stack>
  );
}
