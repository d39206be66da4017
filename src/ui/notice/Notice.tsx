import type { ReactNode, Ref } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { OUTCOME_TITLE } from '../page-heading/title-ids.ts';

export interface NoticeProps {
  kind: 'info' | 'success' | 'warning' | 'error';
  heading?: ReactNode | undefined;
  /** Whether the notice reports the outcome of a flow. Its heading then receives focus on the last step. */
  isOutcome?: boolean | undefined;
  children?: ReactNode | undefined;
  /** Button or link to resolve the issue. */
  action?: ReactNode | undefined;
  /** Whether another element announces the message, so that screen readers are not interrupted twice. */
  isAnnouncedElsewhere?: boolean | undefined;
  /**
   * Whether to announce a notice of a kind that is normally silent, because it replaces content that the user waited
   * for.
   */
  isAnnounced?: boolean | undefined;
  /** Id and ref for moving focus to the notice. */
  id?: string | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
}

/** Errors interrupt screen readers, successes are announced politely, and other notices are silent. */
const roles = { info: undefined, success: 'status', warning: undefined, error: 'alert' } as const;

const kinds = { info: 'Information', success: 'Success', warning: 'Warning', error: 'Error' } as const;

/** Message to the user. */
export function Notice({
  kind,
  heading,
  isOutcome = false,
  children,
  action,
  isAnnouncedElsewhere = false,
  isAnnounced = false,
  id,
  ref,
}: NoticeProps) {
  return (
    <div
      className="ui-notice"
      data-kind={kind}
      role={isAnnouncedElsewhere ? undefined : (roles[kind] ?? (isAnnounced ? 'status' : undefined))}
      id={id}
      tabIndex={-1}
      ref={ref}
    >
      <span className="ui-notice__mark">
        <Icon name={kind} size="large" />
        <span className="ui-sr">{kinds[kind]}: </span>
      </span>
      <div className="ui-notice__body">
        {heading ? (
          <h2 className="ui-notice__heading" {...(isOutcome && { id: OUTCOME_TITLE, tabIndex: -1 })}>
            {heading}
          </h2>
        ) : null}
        {children ? <div className="ui-notice__text">{children}</div> : null}
        {action ? <div className="ui-notice__action">{action}</div> : null}
      </div>
    </div>
  );
}
