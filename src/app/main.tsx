import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/styles/index.scss';
import { NotStarted } from '../views/startup/StartupScreen.tsx';
import { ErrorBoundary } from './errors/ErrorBoundary.tsx';
import { Start } from './Start.tsx';
import { guardDoubleClicks } from './browser/double-click-guard.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
guardDoubleClicks(document);
createRoot(root).render(
  <StrictMode>
    {/* A browser that keeps nothing for a site, for one, lets the portal not even begin. */}
    <ErrorBoundary fallback={<NotStarted onRetry={() => location.reload()} />}>
      <Start />
    </ErrorBoundary>
  </StrictMode>,
);
