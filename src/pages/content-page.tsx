/**
 * Static pages (P §2.6). Each path below `/content` starts a separate instance of the flow and has a list of related
 * pages.
 */
import { useEffect, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { toPagePath } from '#domain/portal/content/rules.ts';
import { findRoute } from '#domain/portal/routes.ts';
import { contentPage } from '#machines/portal/content-page/content-page.machine.ts';
import { Card, LinkList, SidebarLayout, usePages } from '../ui/index.ts';
import { contentPageViews } from '../views/portal/content-page/views.tsx';
import { defineFlow } from '../app/flow/define-flow.ts';
import { type ViewDefinition } from '../app/flow/flow-definition.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { findSidebar } from '../app/shell/navigation.ts';
import { awaitFragment } from '../app/page/page.ts';
import { usePerson } from '../app/session/use-session.ts';
import { useStarted } from '../app/page/use-started.ts';

/** Heading and document title of a page that failed to load. */
const NOT_OPENED = "This page couldn't be opened";

/** Returns the flow of the static page at a path below `/content`. */
export const createContentFlow = (path: string, version: string) =>
  defineFlow<typeof contentPage>({
    machine: contentPage,
    heading: findRoute(`/content/${path}`)?.title ?? NOT_OPENED,
    headingIn: ({ data, failure }) => data?.metaData.title ?? (failure === null ? undefined : NOT_OPENED),
    views: contentPageViews,
    input: ({ configuration }) => ({ path, version, configuration }),
  });

/** Moves focus to the fragment of the URL, once the content has loaded. */
function Place({ hash }: { hash: string }) {
  useEffect(() => awaitFragment(hash), [hash]);
  return null;
}

/** The static page at the current address, with its list. */
function ContentRoute() {
  const { started } = useStarted();
  const person = usePerson();
  const hasPage = usePages();
  const { pathname, hash } = useLocation();
  const path = toPagePath(pathname);
  const version = started.contentVersion.versionContent;
  const flow = useMemo(() => createContentFlow(path, version), [path, version]);
  if (!hasPage(pathname)) return <Navigate to="/error/not-found" replace />;
  const sidebar = findSidebar(started.navigation, path, { person, hasPage, configuration: started.configuration });
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
