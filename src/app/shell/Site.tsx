/** The page of the present address with what stands around it. An error in the page leaves the rest standing; one in the rest takes all. */
import type { ReactNode } from 'react';
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx';
import { PageError } from '../errors/PageError.tsx';
import { useLocation } from '../router/react.tsx';
import { Shell } from './Shell.tsx';

export function Site({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary place={key} fallback={<PageError isWhole />}>
      <Shell>
        <ErrorBoundary place={key} fallback={<PageError />}>
          {children}
        </ErrorBoundary>
      </Shell>
    </ErrorBoundary>
  );
}
