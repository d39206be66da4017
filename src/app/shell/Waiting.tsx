/** A page that is about to be shown: its title and heading stand already, and what is still to come is busy. */
import { useEffect } from 'react';
import { Busy, PageHeading, Skeleton } from '../../ui/index.ts';
import { focusHeadingIfLost, useDocumentTitle } from './page.ts';

export interface WaitingProps {
  /** The title of what is waited for, as its row in the table of addresses has it. */
  readonly title: string | undefined;
  readonly text?: string;
  /** What is waited for; where that changes, something around the page may have gone that had focus. */
  readonly phase?: string;
}

export function Waiting({ title = 'One moment', text = 'One moment…', phase }: WaitingProps) {
  useDocumentTitle(title);
  // The button that was pressed may have gone with the page before.
  useEffect(focusHeadingIfLost, [phase]);
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <Busy text={text} />
      <Skeleton />
    </>
  );
}
