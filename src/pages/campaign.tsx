/**
 * A campaign page (P §2.1, ruling 50). The query parameter `name` selects the content page; an unknown name is not
 * found.
 */
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { useMemo } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { useStarted } from '../app/page/use-started.ts';
import { createContentFlow } from './content-page.tsx';

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

function CampaignRoute() {
  const { started } = useStarted();
  const { search } = useLocation();
  const name = new URLSearchParams(search).get('name')?.toLowerCase() ?? '';
  const version = started.contentVersion.versionContent;
  const flow = useMemo(() => createContentFlow(`campaign/${name}`, version), [name, version]);
  if (!NAME.test(name)) return <Navigate to="/error/not-found" replace />;
  return <FlowRoute key={name} flow={flow} />;
}

export default { Component: CampaignRoute, isTitledByItself: true } satisfies ViewDefinition;
