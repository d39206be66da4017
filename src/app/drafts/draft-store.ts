/** The storage for drafts, as flows use it. */

/** What is known of a draft besides its data. */
export interface DraftUrgency {
  /** It certainly has entries of the borrower. By default, the first draft of a flow is taken for its initial values. */
  readonly isEntered?: boolean;
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
