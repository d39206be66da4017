/**
 * The services of a started portal, created once per page load. Components access them through hooks, such as `useSession`.
 */
import type { AccessParts } from './access/use-access.ts';
import type { ContentParts } from './content/use-content.ts';
import type { DraftParts } from './drafts/use-drafts.ts';
import type { FlowHost } from './flow/flow-host.ts';
import type { InboxParts } from './inbox/use-unread.ts';
import type { RouterParts } from './page/use-router.ts';
import type { StartedParts } from './page/use-started.ts';
import type { UploadParts } from './uploads/use-uploads.ts';
import type { SessionParts } from './session/use-session.ts';

export interface Portal
  extends StartedParts, RouterParts, SessionParts, AccessParts, DraftParts, ContentParts, InboxParts, UploadParts {
  /** See {@link FlowHost}: set when pages are prerendered. */
  readonly getInitialState?: FlowHost['getInitialState'];
}
