/** A page that is about to be something else. */
import { useEffect } from 'react';
import { Busy, PageHeading } from '../../ui/index.ts';
import { focusHeadingIfLost, useDocumentTitle } from './page.ts';

export function Waiting({ text }: { text: string }) {
  const title = text.replace('…', '');
  useDocumentTitle(title);
  // The button that was pressed may have gone with the page before.
  useEffect(focusHeadingIfLost, []);
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <Busy text={text} />
    </>
  );
}
