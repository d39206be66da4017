import type { ReactNode, Ref } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { OUTCOME_TITLE } from '../page-heading/title-ids.ts';

export interface NoticeProps {
  kind: 'info' | 'success' | 'warning' | 'error';
  heading?: ReactNode | undefined;
  /** Whether it says how a flow ended: its heading then receives focus as that of the last step. */
  isOutcome?: boolean | undefined;
  children?: ReactNode | undefined;
  /** What the person can do about it: a button or a link. */
  action?: ReactNode | undefined;
  /** Whether something else on the page announces it, so that a screen reader is not interrupted twice. */
  isSaidElsewhere?: boolean | undefined;
  /** Whether it is announced although its kind is only there to be read: it has come while somebody waited for the page. */
  isAnnounced?: boolean | undefined;
  /** For moving focus to the notice, which every notice takes. */
  id?: string | undefined;
  ref?: Ref<HTMLDivElement> | undefined;
}

/** Errors interrupt, results are announced politely, and standing information is only there to be read. */
const roles = { info: undefined, success: 'status', warning: undefined, error: 'alert' } as const;

const kinds = { info: 'Information', success: 'Success', warning: 'Warning', error: 'Error' } as const;

/** A message of the portal to the person. */
export function Notice({
  kind,
  heading,
  isOutcome = false,
  children,
  action,
  isSaidElsewhere = false,
  isAnnounced = false,
  id,
  ref,
}: NoticeProps) {
  return (
    <div
      className="ui-notice"
      data-kind={kind}
      role={isSaidElsewhere ? undefined : (roles[kind] ?? (isAnnounced ? 'status' : undefined))}
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
