/**
 * Renders the page of an address once its code has loaded; until then, or if loading fails, a placeholder or message.
 */
import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { pageCode } from '#machines/portal/page-code/page-code.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { PageHeading } from '../ui/index.ts';
import { PageMissing } from '../views/portal/page-code/PageMissing.tsx';
import type { PageDefinition } from '../app/flow/define-flow.ts';
import { useDocumentTitle, useFocusOnHeading } from '../app/page/page.ts';
import { PagePlaceholder } from '../app/page/PagePlaceholder.tsx';
import { useStarted } from '../app/page/use-started.ts';
import { useRoute } from '../app/page/use-route.ts';
import { loadedPage } from './page-files.ts';

function CodeMissing({ onRetry }: { onRetry: () => void }) {
  useDocumentTitle("We couldn't load this page");
  useFocusOnHeading('code-missing');
  return (
    <>
      <PageHeading>We couldn&apos;t load this page</PageHeading>
      <PageMissing onRetry={onRetry} />
    </>
  );
}

/** Shown until the code has loaded. */
export function WithoutCode({
  state,
  title,
  onRetry,
}: {
  state: SnapshotFrom<typeof pageCode>;
  title: string | undefined;
  onRetry: () => void;
}) {
  return state.matches('codeMissing') ? <CodeMissing onRetry={onRetry} /> : <PagePlaceholder title={title} />;
}

export interface PageCodeProps {
  /** The page, by its name in the table of addresses. */
  readonly name: string;
  /** Draws the page. */
  readonly children: (page: PageDefinition) => ReactNode;
}

function LoadingPage({ name, children }: PageCodeProps) {
  const { run } = useStarted();
  const route = useRoute();
  const [machine] = useState(() => provideEffects(pageCode, run));
  const actor = useActorRef(machine, { input: { page: name } });
  const state = useSelector(actor, (snapshot) => snapshot);
  const page = state.matches('codeLoaded') ? loadedPage(name) : undefined;
  if (page !== undefined) return children(page);
  return <WithoutCode state={state} title={route?.title} onRetry={() => actor.send({ type: 'retry.requested' })} />;
}

/** A page whose code has loaded renders at once. */
export function PageCode(props: PageCodeProps) {
  const [page] = useState(() => loadedPage(props.name));
  return page === undefined ? <LoadingPage {...props} /> : props.children(page);
}
