/** An error that no page expected (P §8): it is logged and reported, said in the page's place, and there is a way on. */
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { Button, ButtonLink, ButtonRow, Main, Notice, PageHeading } from '../../ui/index.ts';
import { logFailure } from './log.ts';
import { useDocumentTitle, useFocusOnHeading } from '../shell/page.ts';
import { reportUnhandled } from './unhandled.ts';

/** `isWhole`: the layout has failed as well, and this is all there is. */
export function RouteError({ isWhole = false }: { isWhole?: boolean }) {
  const error = useRouteError();
  useDocumentTitle('Something went wrong');
  useFocusOnHeading('something-went-wrong');
  useEffect(() => {
    logFailure('A page failed', error);
    reportUnhandled(error);
  }, [error]);
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
        <p>This page could not be shown. Nothing that you have not submitted was sent.</p>
      </Notice>
    </>
  );
  return isWhole ? <Main>{said}</Main> : said;
}
