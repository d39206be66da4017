/** A static page with its metadata for browsers. Its title is the heading of the flow. */
import type { ContextFrom } from 'xstate';
import { HELP_ACTIONS } from '#domain/portal/content/help-actions.ts';
import { findRoute } from '#domain/portal/routes.ts';
import type { contentPage } from '#machines/portal/content-page/content-page.machine.ts';
import { ButtonLink, ButtonRow, ContentText, SiteSearch, Stack, usePages } from '../../../ui/index.ts';
import { type ShownProps, resourceViews } from '../../kit/loading/resource-views.tsx';

type Context = ContextFrom<typeof contentPage>;

/** Path of the help index, which has a search box for other topics. */
const HELP = 'help';

/** Links to the page for the action that a help page describes, if there is one. */
function HelpAction({ path }: { readonly path: string }) {
  const hasPage = usePages();
  const address = HELP_ACTIONS[path];
  const route = address === undefined ? undefined : findRoute(address);
  if (address === undefined || route === undefined || !hasPage(address)) return null;
  return (
    <ButtonRow>
      <ButtonLink href={address}>{`Go to ${route.title}`}</ButtonLink>
    </ButtonRow>
  );
}

function Page({ data: { content, metaData }, input: { path } }: ShownProps<Context>) {
  return (
    <Stack gap="large">
      <meta name="description" content={metaData.description} />
      <meta name="keywords" content={metaData.keywords} />
      {path === HELP && <SiteSearch id="help-search" label="Search help" />}
      <ContentText section="pages" name={path} html={content} state="ready" />
      <HelpAction path={path} />
    </Stack>
  );
}

export const contentPageViews = resourceViews<Context>({ Showing: Page });
