import type { ReactNode } from 'react';
import { AccessProvider } from '../app/access/use-access.ts';
import { ContentProvider } from '../app/content/use-content.ts';
import { DraftsProvider } from '../app/drafts/use-drafts.ts';
import { InitialStates } from '../app/flow/initial-states.ts';
import { InboxProvider } from '../app/inbox/use-unread.ts';
import { RouterPartsProvider } from '../app/page/use-router.ts';
import { StartedProvider } from '../app/page/use-started.ts';
import type { Portal } from '../app/portal.ts';
import { UploadsProvider } from '../app/uploads/use-uploads.ts';
import { SessionProvider } from '../app/session/use-session.ts';

const PROVIDERS = [
  StartedProvider,
  RouterPartsProvider,
  SessionProvider,
  AccessProvider,
  DraftsProvider,
  ContentProvider,
  InboxProvider,
  UploadsProvider,
];

/** Provides the parts of a portal to the components that read them. */
export function PortalProvider({ portal, children }: { readonly portal: Portal; readonly children: ReactNode }) {
  const provided = PROVIDERS.reduceRight((inner, Provider) => <Provider value={portal}>{inner}</Provider>, children);
  return <InitialStates value={portal.getInitialState}>{provided}</InitialStates>;
}
