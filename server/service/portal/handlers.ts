/** The handlers of the area's calls. */
import type { drafts } from '#domain/portal/drafts/calls.ts';
import type { GroupHandlers } from '../scope.ts';
import { forgetDraft, readDraft, writeDraft } from './drafts.ts';

export const portalHandlers = {
  'drafts.read': readDraft,
  'drafts.write': writeDraft,
  'drafts.forget': forgetDraft,
} satisfies GroupHandlers<typeof drafts>;
