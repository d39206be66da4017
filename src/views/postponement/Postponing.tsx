/**
 * What every application that is submitted here shows: why the last one was not received, what became of one without an
 * answer, the loans, and what pausing payments costs. Where its outcome is not known, nothing can be entered.
 */
import type { ReactNode } from 'react';
import { Button, ButtonRow, Card } from '../../ui/index.ts';
import { OutcomeNotKnown } from '../submission/OutcomeNotKnown.tsx';
import { OutcomeUnknown, type OutcomeUnknownProps, isOutcomeUnknown } from '../submission/OutcomeUnknown.tsx';
import { ApplicationNotice, type NotReceived } from './ApplicationNotice.tsx';
import { CoveredLoans, type CoveredLoansProps } from './CoveredLoans.tsx';
import { PauseCost, type PauseCostProps } from './PauseCost.tsx';
import { applicationMessages } from './messages.ts';

export interface PostponingProps {
  /** Over the loans. */
  readonly heading: string;
  readonly loans: CoveredLoansProps;
  readonly notice: NotReceived | null;
  /** The running machine of the submission, where it is under way. */
  readonly submission: OutcomeUnknownProps['submission'] | undefined;
  /** Whether its outcome could not even be asked for. */
  readonly isNotKnown: boolean;
  readonly onRetry: () => void;
  /** The running machine of the cost, or that it has stopped. */
  readonly cost: PauseCostProps['running'] | undefined;
  readonly isCostStopped: boolean;
  /** What is entered, before the loans. */
  readonly entry?: ReactNode;
  /** What is said before the application is submitted, and the buttons. */
  readonly children: ReactNode;
}

export function Postponing(props: PostponingProps) {
  const { heading, loans, notice, submission, isNotKnown, onRetry, cost, isCostStopped, entry, children } = props;
  const isUnknown = isOutcomeUnknown(submission);
  const canEnter = !isNotKnown && !isUnknown;
  return (
    <>
      <ApplicationNotice notice={notice} />
      {isNotKnown && <OutcomeNotKnown onRetry={onRetry} messages={applicationMessages} />}
      {isUnknown && <OutcomeUnknown submission={submission} messages={applicationMessages} />}
      {canEnter && entry}
      <Card heading={heading}>
        <CoveredLoans {...loans} />
      </Card>
      {isCostStopped && (
        <p>What pausing your payments costs could not be worked out just now. You can go on without it.</p>
      )}
      {cost && <PauseCost running={cost} isBesideNotice={notice !== null || isNotKnown || isUnknown} />}
      {canEnter && children}
    </>
  );
}

export interface ApplicationButtonsProps {
  /** Whether the application is under way: both buttons wait. */
  readonly isBusy: boolean;
  /** Left out where Continue submits the form in which it stands. */
  readonly onContinue?: () => void;
  readonly onPrevious: () => void;
}

/** Continue, which submits, and Previous. */
export const ApplicationButtons = ({ isBusy, onContinue, onPrevious }: ApplicationButtonsProps) => (
  <ButtonRow>
    <Button
      type={onContinue === undefined ? 'submit' : 'button'}
      busy={isBusy}
      busyText={applicationMessages.sending}
      onClick={onContinue}
    >
      Continue
    </Button>
    <Button variant="secondary" disabled={isBusy} onClick={onPrevious}>
      Previous
    </Button>
  </ButtonRow>
);
