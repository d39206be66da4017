/** A static page with its metadata for browsers. Its title is the heading of the flow. */
import type { ContextFrom } from 'xstate';
import type { contentPage } from '#machines/portal/content-page/content-page.machine.ts';
import { ContentText, SiteSearch, Stack } from '../../../ui/index.ts';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';

type Context = ContextFrom<typeof contentPage>;

/** Path of the help index, which has a search box for other topics. */
const HELP = 'help';

function Page({ data: { content, metaData }, input: { path } }: ShownProps<Context>) {
  return (
    <Stack gap="large">
      <meta name="description" content={metaData.description} />
      <meta name="keywords" content={metaData.keywords} />
      {path === HELP && <SiteSearch id="help-search" label="Search help" />}
      <ContentText section="pages" name={path} html={content} state="ready" />
    </Stack>
  );
}

export const contentPageViews = resourceViews<Context>({ Showing: Page });
