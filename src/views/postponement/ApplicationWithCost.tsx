/**
 * The step in which an application is made: the loans that it would postpone, what that costs, and the form below them. While
 * the outcome of a submission is unknown, that is shown instead of the form.
 */
import type { ReactNode } from 'react';
import { Card } from '../../ui/index.ts';
import { OutcomeNotKnown } from '../submission/OutcomeNotKnown.tsx';
import { OutcomeUnknown, type OutcomeUnknownProps, isOutcomeUnknown } from '../submission/OutcomeUnknown.tsx';
import { ApplicationNotice, type NotReceived } from './ApplicationNotice.tsx';
import { CoveredLoans, type CoveredLoansProps } from './CoveredLoans.tsx';
import { DuringPause } from './DuringPause.tsx';
import { PauseCost, type PauseCostProps } from './PauseCost.tsx';
import { applicationMessages } from './messages.ts';

export interface ApplicationWithCostProps {
  /** What is applied for. */
  readonly name: string;
  /** Why the application was not received. */
  readonly notice: NotReceived | null;
  /** The running machine of the submission; undefined while nothing is submitted. */
  readonly submission: OutcomeUnknownProps['submission'] | undefined;
  /** Whether the outcome could not even be asked for. */
  readonly isNotKnown: boolean;
  readonly onRetry: () => void;
  /** The running machine of the cost; undefined where it has stopped. */
  readonly cost: PauseCostProps['running'] | undefined;
  readonly isCostStopped: boolean;
  /** The groups of loans that are postponed and that are not; null if the application postpones nothing. */
  readonly loans: CoveredLoansProps | null;
  /** What is said instead of the loans. */
  readonly withoutLoans?: ReactNode;
  /** What the cost does not count. */
  readonly notCounted?: ReactNode;
  /** What stands above the loans: what is to be put right, or what is entered first. */
  readonly panel?: ReactNode;
  /** What is asked for. */
  readonly children: ReactNode;
}

export function ApplicationWithCost(props: ApplicationWithCostProps) {
  const { name, notice, submission, isNotKnown, onRetry, cost, isCostStopped, loans, panel } = props;
  const isUnknown = isOutcomeUnknown(submission);
  const isOpen = isNotKnown || isUnknown;
  return (
    <>
      <ApplicationNotice notice={notice} />
      {!isOpen && panel}
      {isNotKnown && <OutcomeNotKnown onRetry={onRetry} messages={applicationMessages} />}
      {isUnknown && <OutcomeUnknown submission={submission} messages={applicationMessages} />}
      <Card heading={`Your application: ${name}`}>{loans ? <CoveredLoans {...loans} /> : props.withoutLoans}</Card>
      {isCostStopped && <p>We can't show the cost of pausing right now. You can continue without it.</p>}
      {cost && <PauseCost running={cost} isBesideNotice={notice !== null || isOpen} notCounted={props.notCounted} />}
      {loans && <DuringPause />}
      {!isOpen && props.children}
    </>
  );
}
