/** `/externalRedirect`, opened from outside the portal. Links inside the portal open the target window directly. */
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { parseExternalAddress } from '#domain/portal/external.ts';
import { LeavingSite } from '../views/portal/external/LeavingSite.tsx';
import { openElsewhere } from '../app/browser/external.ts';
import { useStarted } from '../app/page/use-started.ts';

function ExternalRedirectRoute() {
  const { search } = useLocation();
  const { externalRedirectHosts } = useStarted().started.configuration;
  const address = parseExternalAddress(new URLSearchParams(search), externalRedirectHosts);
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (address === undefined || opened.current === search) return;
    opened.current = search;
    openElsewhere(address);
  }, [address, search]);
  if (address === undefined) return <Navigate to="/error/not-found" replace />;
  return <LeavingSite {...address} />;
}

export default { Component: ExternalRedirectRoute } satisfies ViewDefinition;
