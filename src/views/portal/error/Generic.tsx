/** Page for unexpected errors of visitors (P §8). */
import { ButtonLink, ButtonRow, Content, PageHeading, Stack } from '../../../ui/index.ts';
import { SiteErrorText } from './SiteErrorText.tsx';

export function Generic() {
  return (
    <>
      <PageHeading>Something went wrong</PageHeading>
      <Stack>
        <h2>
          <Content
            section="globalsite"
            name="site-error-page-subheading"
            fallback="We couldn't show this page"
            inline
          />
        </h2>
        <SiteErrorText />
        <ButtonRow>
          <ButtonLink href="/">Go to the home page</ButtonLink>
        </ButtonRow>
      </Stack>
    </>
  );
}
