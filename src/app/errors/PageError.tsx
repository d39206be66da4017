/** Error page for an error that no page expected (P §8), with a way to continue. */
import { Button, ButtonLink, ButtonRow, Main, Notice, PageHeading } from '../../ui/index.ts';
import { useDocumentTitle, useFocusOnHeading } from '../page/page.ts';
import { logFailure } from '../page/log.ts';
import { reportUnhandled } from './unhandled.ts';

/** Logs and reports an error that the router has caught. */
export function reportPageError(error: unknown): void {
  logFailure('A page failed', error);
  reportUnhandled(error);
}

/** `isWhole`: the layout has failed as well, and this is all there is. */
export function PageError({ isWhole = false }: { isWhole?: boolean }) {
  useDocumentTitle('Something went wrong');
  useFocusOnHeading('something-went-wrong');
  const said = (
    <>
      <PageHeading>Something went wrong</PageHeading>
      <Notice
        kind="error"
        heading="Sorry, there’s been a problem."
        action={
          <ButtonRow>
            {/* A part of the portal that did not arrive is asked for again by a load of the page only. */}
            <Button onClick={() => location.reload()}>Try again</Button>
            <ButtonLink href="/" variant="secondary">
              Go to the home page
            </ButtonLink>
          </ButtonRow>
        }
      >
        <p>We couldn&apos;t show this page. We don&apos;t send anything until you submit it.</p>
      </Notice>
    </>
  );
  return isWhole ? <Main>{said}</Main> : said;
}
