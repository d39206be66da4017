/** The storage for drafts, as flows use it. */

/** Metadata of a draft. */
export interface DraftUrgency {
  /**
   * Whether it certainly contains entries of the borrower. By default, the first draft of a flow counts as its initial
   * values.
   */
  readonly isEntered?: boolean;
  /** Whether it must reach the server before any other request. */
  readonly isUrgent?: boolean;
  /** Whether the flow is complete: only this tab needs the draft, for a reload of the last screen. */
  readonly isCompleted?: boolean;
}

/** The storage for drafts of unfinished flows, by flow id. */
export interface DraftStore {
  read(flow: string): unknown;
  write(flow: string, draft: unknown, urgency?: DraftUrgency): void;
  discard(flow: string): void;
}
