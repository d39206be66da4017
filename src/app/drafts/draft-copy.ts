/**
 * The copy of one flow's draft in this tab, and what of it the server is to know, as a pure function:
 * `(state, event) -> [state, update]`. `drafts.ts` keeps the copy in the tab’s storage and sends the update.
 */
import * as v from 'valibot';

/** A copy as the tab's storage has it. */
export const Copy = v.object({
  /** The revision at the server on which this copy is built. */
  revision: v.number(),
  draft: v.unknown(),
  /** It was entered in another session or on another device, and that has not been said yet. */
  isEarlier: v.boolean(),
});
export type Copy = v.InferOutput<typeof Copy>;

/** What this tab has of a flow's draft. */
export interface DraftCopy {
  readonly copy: Copy | undefined;
  /** The draft that the flow reported last, as text; undefined as long as it has reported none since it was opened. */
  readonly reported: string | undefined;
}

/** What happens to it. */
export type DraftEvent =
  /** The server's revision is known, and what it has for a tab without a copy. */
  | { readonly type: 'server.answered'; readonly revision: number; readonly found: { readonly draft: unknown } | null }
  /** The flow has something to keep; null for nothing. One that is completed is kept by this tab only. */
  | {
      readonly type: 'draft.reported';
      readonly draft: unknown;
      readonly revision: number;
      readonly isUrgent: boolean;
      readonly isCompleted: boolean;
    }
  | { readonly type: 'draft.discarded' }
  /** The session has ended although nobody wanted it to: what was entered will be offered again. */
  | { readonly type: 'session.interrupted' };

/** What the server is to know; null as a draft is to be forgotten. */
export interface DraftUpdate {
  readonly draft: unknown;
  readonly isUrgent: boolean;
}

/** A draft as one text, whatever the order of its fields: the server gives them back in another one. */
const canonical = (draft: unknown): string =>
  JSON.stringify(draft, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const NOTHING = canonical(null);

/** What follows an event; no update where the server has nothing to learn. */
export function draftTransition(
  { copy, reported }: DraftCopy,
  event: DraftEvent,
): readonly [DraftCopy, DraftUpdate | null] {
  switch (event.type) {
    case 'server.answered': {
      const { revision, found } = event;
      if (copy !== undefined) return [{ copy: { ...copy, revision }, reported }, null];
      const isOffered = found !== null && reported === undefined;
      return [{ copy: isOffered ? { revision, draft: found.draft, isEarlier: true } : undefined, reported }, null];
    }
    case 'draft.reported': {
      const { draft, revision, isUrgent, isCompleted } = event;
      const kept = draft === null ? undefined : { revision, draft, isEarlier: false };
      return report(kept, reported, { draft: isCompleted ? null : draft, isUrgent: isUrgent || isCompleted });
    }
    case 'draft.discarded':
      return report(undefined, reported, { draft: null, isUrgent: true });
    case 'session.interrupted':
      return [{ copy: copy && { ...copy, isEarlier: true }, reported }, null];
  }
}

/** What the flow reports is a change where it is another draft. What it starts with was not entered by anybody. */
function report(
  copy: Copy | undefined,
  before: string | undefined,
  change: DraftUpdate,
): readonly [DraftCopy, DraftUpdate | null] {
  const reported = canonical(change.draft);
  const isStart = (before === undefined || before === NOTHING) && !change.isUrgent;
  return [{ copy, reported }, reported === before || isStart ? null : change];
}

/** Whether the flow is over here, so that it may have been begun elsewhere meanwhile: entered anew, it asks the server. */
export const isOver = ({ copy, reported }: DraftCopy): boolean => copy === undefined && reported !== undefined;
