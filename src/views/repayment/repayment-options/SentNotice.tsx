/**
 * The reason why the borrower cannot start an application: one is in process, or a flow redirected the borrower (P
 * §5.1).
 */
import { entryMessages } from '#domain/session/access/messages.ts';
import { type EntryNotice, entryNotice } from '#domain/session/access/rules.ts';
import type { AccessData, SentBecause } from '#domain/session/access/shapes.ts';
import { closesOthers } from '#domain/repayment/postponement/rules.ts';
import { applicationKindNames, applicationStatusNames } from '#domain/repayment/postponement/status-names.ts';
import type { Application } from '#domain/repayment/postponement/shapes.ts';
import { Content, Notice, PhoneLink, TextLink } from '../../../ui/index.ts';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';
import { ScraWithoutFederalLoans } from '../postponement/ScraWithoutFederalLoans.tsx';
import { IN_PROCESS_ID } from './entry-id.ts';

export interface SentNoticeProps {
  readonly because: SentBecause | null;
  readonly facts: AccessData | null;
  readonly applications: readonly Application[];
  readonly isStatusShown: boolean;
}

interface InProcessProps extends Pick<SentNoticeProps, 'applications' | 'isStatusShown'> {
  /** Whether a flow redirected the borrower for this reason. The notice then receives focus. */
  readonly isSent: boolean;
}

const InProcess = ({ applications, isStatusShown, isSent }: InProcessProps) => (
  <Notice kind="info" id={isSent ? 'notice' : undefined} heading="You have an application in process">
    {applications.map((application) => (
      <p key={application.confirmationNumber}>
        <TextLink href={`#${IN_PROCESS_ID}`}>
          {applicationKindNames[application.kind]}, {application.confirmationNumber}
        </TextLink>
        {isStatusShown && `: ${applicationStatusNames[application.status]}.`}
      </p>
    ))}
    <Content
      section="repayoptions"
      name="in-process"
      fallback={
        <p>
          Until we decide, you can't start another one. You can withdraw it on its page. To change it, call us at{' '}
          <PhoneLink />.
        </p>
      }
    />
  </Notice>
);

const NotEligible = ({ reasons }: Pick<Extract<EntryNotice, { because: 'notEligible' }>, 'reasons'>) => (
  <Notice kind="warning" id="notice" heading="You can't apply for this right now">
    {reasons.length === 0 && <p>What you chose isn't available to you right now.</p>}
    {reasons.map((reason) => (
      <p key={reason}>
        {entryMessages[reason].why} {entryMessages[reason].instead}
      </p>
    ))}
    {reasons.includes('noFederalAccount') && <ScraWithoutFederalLoans />}
    {reasons.includes('inDefault') ? (
      <p>
        <CallAboutDefault />
      </p>
    ) : (
      <p>
        See your other choices below. To talk about them, call us at <PhoneLink />.
      </p>
    )}
  </Notice>
);

export function SentNotice({ because, facts, applications, isStatusShown }: SentNoticeProps) {
  const inProcess = applications.filter(closesOthers);
  const notice = entryNotice(because, { facts, isListed: inProcess.length > 0 });
  if (notice?.because === 'notEligible') return <NotEligible reasons={notice.reasons} />;
  if (notice === null && inProcess.length === 0) return null;
  return <InProcess applications={inProcess} isStatusShown={isStatusShown} isSent={notice !== null} />;
}
