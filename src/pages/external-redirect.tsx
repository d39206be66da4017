/** `/externalRedirect`, opened from outside the portal. Links inside the portal open the target window directly. */
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { useEffect, useRef } from 'react';
import { externalAddressOf } from '#domain/portal/external.ts';
import { LeavingForElsewhere } from '../views/external/LeavingForElsewhere.tsx';
import { openElsewhere } from '../app/shell/external.ts';
import { Redirect, useLocation } from '../app/router/react.tsx';
import { usePortal } from '../app/portal.ts';

function ExternalRedirectRoute() {
  const { search } = useLocation();
  const { externalRedirectHosts } = usePortal().started.configuration;
  const address = externalAddressOf(new URLSearchParams(search), externalRedirectHosts);
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (address === undefined || opened.current === search) return;
    opened.current = search;
    openElsewhere(address);
  }, [address, search]);
  if (address === undefined) return <Redirect to="/error/not-found" />;
  return <LeavingForElsewhere {...address} />;
}

export default { Component: ExternalRedirectRoute } satisfies ViewDefinition;
