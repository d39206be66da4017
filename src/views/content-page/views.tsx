/** A static page, and what it says about itself to browsers. Its title is the heading of the flow. */
import type { ContextFrom } from 'xstate';
import type { contentPage } from '#machines/content-page/content-page.machine.ts';
import { ContentText } from '../../ui/index.ts';
import { type ShownProps, resourceViews } from '../loading/resource-views.tsx';

type Context = ContextFrom<typeof contentPage>;

function Page({ data: { content, metaData }, input: { path } }: ShownProps<Context>) {
  return (
    <>
      <meta name="description" content={metaData.description} />
      <meta name="keywords" content={metaData.keywords} />
      <ContentText section="pages" name={path} html={content} state="ready" />
    </>
  );
}

export const contentPageViews = resourceViews<Context>({ Showing: Page });
