/** A page that is about to be something else. */
import { useEffect } from 'react';
import { Busy, PageHeading } from '../../ui/index.ts';
import { focusHeadingIfLost, useDocumentTitle } from './page.ts';

export interface WaitingProps {
  readonly text: string;
  /** What is waited for; where that changes, something around the page may have gone that had focus. */
  readonly phase?: string;
}

export function Waiting({ text, phase }: WaitingProps) {
  const title = text.replace('…', '');
  useDocumentTitle(title);
  // The button that was pressed may have gone with the page before.
  useEffect(focusHeadingIfLost, [phase]);
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <Busy text={text} />
    </>
  );
}
