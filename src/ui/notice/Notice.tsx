import { type ReactNode, useId } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { OUTCOME_TITLE } from '../page-heading/title-ids.ts';
import { announcedByFocus } from './announced-by-focus.ts';

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
  /** Id of a notice that receives focus. */
  id?: string | undefined;
}

/**
 * Errors interrupt screen readers, successes are announced politely, and other notices are silent. A notice that receives
 * focus has none of these roles.
 */
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
  id,
}: NoticeProps) {
  const own = useId();
  const [kindId, headingId, textId] = [`${own}-kind`, isOutcome ? OUTCOME_TITLE : `${own}-heading`, `${own}-text`];
  const liveRole = isAnnouncedElsewhere || isOutcome ? undefined : roles[kind];
  const focusTarget = announcedByFocus(heading ? `${kindId} ${headingId}` : kindId, children ? textId : undefined);
  return (
    <div className="ui-notice" data-kind={kind} {...(id === undefined ? { role: liveRole } : { id, ...focusTarget })}>
      <span className="ui-notice__mark">
        <Icon name={kind} size="large" />
        <span className="ui-sr" id={kindId}>
          {kinds[kind]}:{' '}
        </span>
      </span>
      <div className="ui-notice__body">
        {heading ? (
          <h2 className="ui-notice__heading" id={headingId} tabIndex={isOutcome ? -1 : undefined}>
            {heading}
          </h2>
        ) : null}
        {children ? (
          <div className="ui-notice__text" id={textId}>
            {children}
          </div>
        ) : null}
        {action ? <div className="ui-notice__action">{action}</div> : null}
      </div>
    </div>
  );
}
