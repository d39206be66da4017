/** A loading page: shows its title and heading, and a busy indicator for the rest. */
import { useEffect } from 'react';
import { Busy, PageHeading, Skeleton } from '../../ui/index.ts';
import { focusHeadingIfLost, useDocumentTitle } from './page.ts';

export interface PagePlaceholderProps {
  /** The title of the loading page, from its row in the table of addresses. */
  readonly title: string | undefined;
  readonly text?: string;
  /** The phase of loading. When it changes, an element with focus may have disappeared. */
  readonly phase?: string;
}

export function PagePlaceholder({ title = 'One moment', text = 'One moment…', phase }: PagePlaceholderProps) {
  useDocumentTitle(title);
  // The pressed button may have disappeared with the previous page.
  useEffect(focusHeadingIfLost, [phase]);
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <Busy text={text} />
      <Skeleton />
    </>
  );
}
