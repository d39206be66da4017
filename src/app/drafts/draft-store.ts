/** The storage for drafts, as flows use it. */

/** The urgency of saving a draft. */
export interface DraftUrgency {
  /** It must reach the server before anything else does. */
  readonly isUrgent?: boolean;
  /** The flow has reached its end: only this tab needs it, for a reload of the last screen. */
  readonly isCompleted?: boolean;
}

/** The storage for drafts of unfinished flows, by flow id. */
export interface DraftStore {
  read(flow: string): unknown;
  write(flow: string, draft: unknown, urgency?: DraftUrgency): void;
  discard(flow: string): void;
}
