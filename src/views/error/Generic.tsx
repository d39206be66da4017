/** Something went wrong that no page expected, for somebody who is not signed in (P §8). */
import { ButtonLink, ButtonRow, Content, PageHeading, Stack, PhoneLink } from '../../ui/index.ts';

export function Generic() {
  return (
    <>
      <PageHeading>Something went wrong</PageHeading>
      <Stack>
        <h2>
          <Content
            section="globalsite"
            name="site-error-page-subheading"
            fallback="We could not show this page"
            inline
          />
        </h2>
        <Content
          section="globalsite"
          name="site-error-page-text"
          fallback={
            <p>
              Try again in a few minutes. If the problem stays, call us at <PhoneLink />.
            </p>
          }
        />
        <ButtonRow>
          <ButtonLink href="/">Go to the home page</ButtonLink>
        </ButtonRow>
      </Stack>
    </>
  );
}
