import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { NotStarted } from '../views/portal/startup/StartupScreen.tsx';
import { ErrorBoundary } from '../app/errors/ErrorBoundary.tsx';
import { Start } from './Start.tsx';
import { useDocumentTitle, useFocusOnHeading } from '../app/page/page.ts';
import { guardDoubleClicks } from '../app/browser/double-click-guard.ts';
import { replacePrerenderedPage } from '../app/first-load/prerendered-page.ts';

function Failed() {
  useDocumentTitle("The site couldn't be opened");
  useFocusOnHeading('could-not-open');
  return <NotStarted onRetry={() => location.reload()} />;
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
guardDoubleClicks(document);
replacePrerenderedPage(document, root);
createRoot(root).render(
  <StrictMode>
    {/* A browser that keeps nothing for a site, for one, lets the portal not even begin. */}
    <ErrorBoundary fallback={<Failed />}>
      <Start />
    </ErrorBoundary>
  </StrictMode>,
);

export * from './every-page.ts';
