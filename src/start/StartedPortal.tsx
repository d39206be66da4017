/** The portal after startup: the page of the current address and everything around it. */
import { useCallback } from 'react';
import { RouterProvider } from 'react-router-dom';
import { hasPage } from '#domain/portal/routes.ts';
import { ContentSource, IconProvider, Pages, ServicerAddress, ServicerPhone } from '../ui/index.ts';
import { ApplicationDurationsContext } from '../views/repayment/postponement/durations.ts';
import type { Portal } from '../app/portal.ts';
import { PortalProvider } from './PortalProvider.tsx';
import { reportPageError } from '../app/errors/PageError.tsx';
import { SiteName } from '../app/page/page.ts';

/** Renders the whole page of a started portal. */
export function StartedPortal({ portal }: { portal: Portal }) {
  const { configuration, icons } = portal.started;
  const { signIn, servicer, applicationDurations } = configuration;
  const hasPageHere = useCallback((path: string) => hasPage(path, signIn), [signIn]);
  return (
    <PortalProvider portal={portal}>
      <SiteName value={servicer.shortName}>
        <IconProvider icons={icons}>
          <ServicerPhone value={servicer.phone}>
            <ServicerAddress value={servicer}>
              <ContentSource value={portal.loadContent}>
                <Pages value={hasPageHere}>
                  <ApplicationDurationsContext value={applicationDurations}>
                    <RouterProvider router={portal.router} onError={reportPageError} />
                  </ApplicationDurationsContext>
                </Pages>
              </ContentSource>
            </ServicerAddress>
          </ServicerPhone>
        </IconProvider>
      </SiteName>
    </PortalProvider>
  );
}
