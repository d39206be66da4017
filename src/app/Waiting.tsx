/** A page that is about to be something else. */
import { Busy, PageHeading } from '../ui/index.ts';
import { useDocumentTitle } from './page.ts';

export function Waiting({ text }: { text: string }) {
  const title = text.replace('…', '');
  useDocumentTitle(title);
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <Busy text={text} />
    </>
  );
}
