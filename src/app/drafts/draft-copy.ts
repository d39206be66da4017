/**
 * The copy of a flow's draft in this tab and its updates for the server, as a pure transition function: `(state, event)
 * -> [state, update]`. `drafts.ts` stores the copy in the tab’s storage and sends the update.
 */
import * as v from 'valibot';

/** A copy as the tab's storage has it. */
export const Copy = v.object({
  /** The revision at the server on which this copy is built. */
  revision: v.number(),
  draft: v.unknown(),
  /** Whether the draft is from another session or device and has not been offered to the borrower yet. */
  isEarlier: v.boolean(),
  /** Whether the flow is completed, so that only a reload of its last screen needs the copy. */
  isCompleted: v.optional(v.boolean()),
});
export type Copy = v.InferOutput<typeof Copy>;

/** The state of a flow's draft in this tab. */
export interface DraftCopy {
  readonly copy: Copy | undefined;
  /** The draft of the flow's last report, as text; undefined before the first report since the flow was opened. */
  readonly reported: string | undefined;
}

/** An event for the draft. */
export type DraftEvent =
  /** The server has returned its revision, and its draft if this tab has no copy. */
  | { readonly type: 'server.answered'; readonly revision: number; readonly found: { readonly draft: unknown } | null }
  /** The flow reports its draft; null for none. The draft of a completed flow stays in this tab only. */
  | {
      readonly type: 'draft.reported';
      readonly draft: unknown;
      readonly revision: number;
      readonly isUrgent: boolean;
      readonly isCompleted: boolean;
      /** Whether it certainly has entries of the borrower, unlike the initial draft of some flows. */
      readonly isEntered: boolean;
    }
  | { readonly type: 'draft.discarded' }
  /** The session ended involuntarily; the draft will be offered again. */
  | { readonly type: 'session.interrupted' };

/** An update for the server; null deletes the draft. */
export interface DraftUpdate {
  readonly draft: unknown;
  readonly isUrgent: boolean;
}

/** Serializes a draft independently of the order of its fields, which the server may change. */
const canonical = (draft: unknown): string =>
  JSON.stringify(draft, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const NOTHING = canonical(null);

/** Returns the next state and an update for the server; no update if the server's draft does not change. */
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
      const { draft, revision, isUrgent, isCompleted, isEntered } = event;
      const isFirstEntry = isEntered && (reported === NOTHING || (reported === undefined && copy === undefined));
      const stored =
        draft === null ? undefined : { revision, draft, isEarlier: false, ...(isCompleted && { isCompleted }) };
      const change = { draft: isCompleted ? null : draft, isUrgent: isUrgent || isCompleted };
      return report(stored, reported, change, isFirstEntry);
    }
    case 'draft.discarded':
      return report(undefined, reported, { draft: null, isUrgent: true });
    case 'session.interrupted':
      return [{ copy: copy && { ...copy, isEarlier: true }, reported }, null];
  }
}

/**
 * Handles a report of the flow. It is a change only if the draft differs; the initial draft contains no entries of the
 * borrower, unless they are known to be the first ones.
 */
function report(
  copy: Copy | undefined,
  before: string | undefined,
  change: DraftUpdate,
  isFirstEntry = false,
): readonly [DraftCopy, DraftUpdate | null] {
  const reported = canonical(change.draft);
  const isStart = (before === undefined || before === NOTHING) && !change.isUrgent && !isFirstEntry;
  return [{ copy, reported }, reported === before || isStart ? null : change];
}

/**
 * Returns whether the flow is over in this tab. It may have been started on another device since, so the next visit requests
 * the server's draft.
 */
export const isOver = ({ copy, reported }: DraftCopy): boolean => copy === undefined && reported !== undefined;
