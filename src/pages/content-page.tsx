/** Static pages (P §2.6): each path below `/content` is a start of the same flow, beside the list that belongs to it. */
import { useEffect, useMemo } from 'react';
import { pagePathOf } from '#domain/content/rules.ts';
import { routeOf } from '#domain/portal/routes.ts';
import { contentPage } from '#machines/content-page/content-page.machine.ts';
import { Card, LinkList, SidebarLayout, usePages } from '../ui/index.ts';
import { contentPageViews } from '../views/content-page/views.tsx';
import { defineFlow } from '../app/flow/define-flow.ts';
import { type ViewDefinition } from '../app/flow/flow-definition.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { sidebarOf } from '../app/shell/navigation.ts';
import { awaitFragment } from '../app/shell/page.ts';
import { usePerson } from '../app/session/person.ts';
import { Redirect, useLocation } from '../app/router/react.tsx';
import { usePortal } from '../app/portal.ts';

/** The heading, and the title, of a page that did not arrive. */
const NOT_OPENED = 'This page could not be opened';

/** The page at a path below `/content`. */
export const contentFlowOf = (path: string, version: string) =>
  defineFlow<typeof contentPage>({
    machine: contentPage,
    heading: routeOf(`/content/${path}`)?.title ?? NOT_OPENED,
    headingIn: ({ data, failure }) => data?.metaData.title ?? (failure === null ? undefined : NOT_OPENED),
    views: contentPageViews,
    input: ({ configuration }) => ({ path, version, configuration }),
  });

/** Takes focus to a place in the page. The text arrives after the page, so it is waited for. */
function Place({ hash }: { hash: string }) {
  useEffect(() => awaitFragment(hash), [hash]);
  return null;
}

/** The page at the present address, and its list. */
function ContentRoute() {
  const { started } = usePortal();
  const person = usePerson();
  const hasPage = usePages();
  const { pathname, hash } = useLocation();
  const path = pagePathOf(pathname);
  const version = started.contentVersion.versionContent;
  const flow = useMemo(() => contentFlowOf(path, version), [path, version]);
  if (!hasPage(pathname)) return <Redirect to="/error/not-found" />;
  const sidebar = sidebarOf(started.navigation, path, { person, hasPage, configuration: started.configuration });
  return (
    <SidebarLayout
      sidebarLabel={sidebar?.heading}
      sidebar={
        sidebar && (
          <Card tone="quiet" heading={sidebar.heading}>
            <LinkList items={sidebar.links} current={`/content/${path}`} />
          </Card>
        )
      }
    >
      <FlowRoute key={path} flow={flow} />
      {hash !== '' && <Place key={`${path}${hash}`} hash={hash} />}
    </SidebarLayout>
  );
}

export default { Component: ContentRoute, isTitledByItself: true } satisfies ViewDefinition;
