/** Why somebody was sent to the repayment options instead of an application, and what is possible instead (P §5.1). */
import { entryMessages } from '#domain/access/messages.ts';
import { type EntryNotice, entryNotice } from '#domain/access/rules.ts';
import type { AccessFacts, SentBecause } from '#domain/access/shapes.ts';
import { isInProcess } from '#domain/postponement/rules.ts';
import {
  applicationKindNames,
  applicationMeaning,
  applicationStatusNames,
} from '#domain/postponement/status-messages.ts';
import type { Application } from '#domain/postponement/shapes.ts';
import { Content, Notice, PhoneLink } from '../../ui/index.ts';

export interface SentNoticeProps {
  readonly because: SentBecause | null;
  readonly facts: AccessFacts | null;
  readonly applications: readonly Application[];
  readonly isStatusShown: boolean;
}

const InProcess = ({ applications, isStatusShown }: Pick<SentNoticeProps, 'applications' | 'isStatusShown'>) => (
  <Notice kind="info" id="notice" heading="You have an application in process" isAnnounced>
    {applications.map((application) => (
      <p key={application.confirmationNumber}>
        <strong>
          {applicationKindNames[application.kind]}, {application.confirmationNumber}
        </strong>
        {isStatusShown && `: ${applicationStatusNames[application.status]}. ${applicationMeaning(application)}`}
      </p>
    ))}
    <Content
      section="repayoptions"
      name="in-process"
      fallback={
        <p>
          Until we decide, you can't start another one. To change or withdraw it, call us at <PhoneLink />.
        </p>
      }
    />
  </Notice>
);

const NotEligible = ({ reasons }: Pick<Extract<EntryNotice, { because: 'notEligible' }>, 'reasons'>) => (
  <Notice kind="warning" id="notice" heading="You cannot apply for this now" isAnnounced>
    {reasons.length === 0 && <p>What you chose isn't available to you right now.</p>}
    {reasons.map((reason) => (
      <p key={reason}>
        {entryMessages[reason].why} {entryMessages[reason].instead}
      </p>
    ))}
    <p>
      Below you find what else there is. To look for a way together, call us at <PhoneLink />.
    </p>
  </Notice>
);

export function SentNotice({ because, facts, applications, isStatusShown }: SentNoticeProps) {
  const inProcess = applications.filter(isInProcess);
  const notice = entryNotice(because, { facts, isListed: inProcess.length > 0 });
  if (notice === null) return null;
  return notice.because === 'inProcess' ? (
    <InProcess applications={inProcess} isStatusShown={isStatusShown} />
  ) : (
    <NotEligible reasons={notice.reasons} />
  );
}
