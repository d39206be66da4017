/** The lists of statements, payment schedules, tax forms and mortgage letters. The address says which, and its query which page. */
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { kindAt, pageAt } from '#domain/accounts/loan-documents/ids.ts';
import type { DocumentKind } from '#domain/accounts/loan-documents/shapes.ts';
import { loanDocuments } from '#machines/accounts/loan-documents/loan-documents.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { useRoute } from '../app/page/use-route.ts';
import { loanDocumentsViews } from '../views/accounts/loan-documents/list-views.tsx';

interface Asked {
  readonly kind: DocumentKind;
  readonly page: number;
  readonly heading: string;
}

const flowOf = ({ kind, page, heading }: Asked) =>
  defineFlow<typeof loanDocuments>({
    machine: loanDocuments,
    heading,
    views: loanDocumentsViews,
    input: ({ configuration }) => ({ kind, page, pageSize: configuration.statementsPageSize }),
  });

/** Another page of the list is another start of the flow. */
function Route() {
  const { search } = useLocation();
  const route = useRoute();
  const kind = kindAt(route?.path ?? '') ?? 'statement';
  const heading = route?.title ?? '';
  const page = pageAt(search);
  const flow = useMemo(() => flowOf({ kind, page, heading }), [kind, page, heading]);
  return <FlowRoute key={`${kind} ${page}`} flow={flow} />;
}

export default { ...flowOf({ kind: 'statement', page: 1, heading: 'Statements' }), Route };
