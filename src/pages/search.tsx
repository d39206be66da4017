/** Site search (P §2.1). Each term starts a separate instance of the flow. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { readTerm } from '#domain/portal/content/search-address.ts';
import { search } from '#machines/portal/search/search.machine.ts';
import { PageHeading, SiteSearch, Stack } from '../ui/index.ts';
import { searchViews } from '../views/portal/search/views.tsx';
import { defineFlow } from '../app/flow/define-flow.ts';
import { type ViewDefinition } from '../app/flow/flow-definition.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { useDocumentTitle, useFocusOnHeading } from '../app/page/page.ts';

const HEADING = 'Search Results';

const createSearchFlow = (term: string) =>
  defineFlow<typeof search>({
    machine: search,
    heading: HEADING,
    views: searchViews,
    input: ({ person }) => ({ term, person }),
  });

function NoTerm() {
  useDocumentTitle(HEADING);
  useFocusOnHeading('no-term');
  return (
    <Stack>
      <PageHeading lead="Enter what you're looking for.">{HEADING}</PageHeading>
      <SiteSearch id="search-again" label="Search this site" />
    </Stack>
  );
}

function SearchRoute() {
  const { search: query, key } = useLocation();
  const term = readTerm(query);
  const flow = useMemo(() => createSearchFlow(term), [term]);
  // A new navigation with the same term restarts the flow, so that focus moves to the results again.
  return term === '' ? <NoTerm /> : <FlowRoute key={`${key} ${term}`} flow={flow} />;
}

export default { Component: SearchRoute, isTitledByItself: true } satisfies ViewDefinition;
