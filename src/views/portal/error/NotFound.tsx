/** Page for an address that does not exist or is not available to the user. */
import { ButtonLink, ButtonRow, Content, PageHeading, Stack } from '../../../ui/index.ts';

export function NotFound() {
  return (
    <>
      <PageHeading>Page not found</PageHeading>
      <Stack>
        <h2>
          <Content section="globalsite" name="not-found-heading" fallback="We couldn't find that page" inline />
        </h2>
        <Content
          section="globalsite"
          name="not-found-text"
          fallback={<p>The address may have a typing error, or the page may have moved.</p>}
        />
        <ButtonRow>
          <ButtonLink href="/">Go to the home page</ButtonLink>
        </ButtonRow>
      </Stack>
    </>
  );
}
