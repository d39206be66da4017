import type { ReactNode } from 'react';
import { AccessProvider } from '../access/use-access.ts';
import { ContentProvider } from '../content/use-content.ts';
import { DraftsProvider } from '../drafts/use-drafts.ts';
import { InitialStates } from '../flow/initial-states.ts';
import { InboxProvider } from '../inbox/use-unread.ts';
import { RouterPartsProvider } from '../page/use-router.ts';
import { StartedProvider } from '../page/use-started.ts';
import type { Portal } from '../portal.ts';
import { UploadsProvider } from '../uploads/use-uploads.ts';
import { SessionProvider } from '../session/use-session.ts';

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
  return <InitialStates value={portal.stateOf}>{provided}</InitialStates>;
}
