/** A static page, and what it says about itself to browsers. Its title is the heading of the flow. */
import type { contentPage } from '#machines/content-page/content-page.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { ContentText } from '../../ui/index.ts';

export function Page({ state }: ViewProps<typeof contentPage>) {
  const { page, path } = state.context;
  if (page === null) return null;
  const { description, keywords } = page.metaData;
  return (
    <>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords} />
      <ContentText section="pages" name={path} html={page.content} state="ready" />
    </>
  );
}
