/** An error that no page expected: it is logged, said, and there is a way on. */
import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { ButtonLink, Main, Notice, PageHeading } from '../ui/index.ts';
import { logFailure } from './log.ts';
import { useDocumentTitle } from './page.ts';

export function RouteError() {
  const error = useRouteError();
  useDocumentTitle('Something went wrong');
  useEffect(() => logFailure('A page failed', error), [error]);
  return (
    <Main>
      <PageHeading>Something went wrong</PageHeading>
      <Notice
        kind="error"
        heading="Sorry, there’s been a problem."
        action={<ButtonLink href="/">Go to the home page</ButtonLink>}
      >
        <p>This page could not be shown. Nothing that you have not submitted was sent.</p>
      </Notice>
    </Main>
  );
}
