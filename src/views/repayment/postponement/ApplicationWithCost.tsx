/**
 * Application step with the loans to postpone, the cost and the form below them. While the outcome of a submission is
 * unknown, its status replaces the form.
 */
import type { ReactNode } from 'react';
import { Card } from '../../../ui/index.ts';
import { OutcomeCheckFailed } from '../../kit/submission/OutcomeCheckFailed.tsx';
import { OutcomeUnknown, type OutcomeUnknownProps, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';
import { ApplicationNotice, type NotReceived } from './ApplicationNotice.tsx';
import { CoveredLoans, type CoveredLoansProps } from './CoveredLoans.tsx';
import { DuringPause } from './DuringPause.tsx';
import { CostNotShown, PauseCost, type PauseCostProps } from './PauseCost.tsx';
import { applicationMessages } from './messages.ts';

export interface ApplicationWithCostProps {
  /** Name of the postponement. */
  readonly name: string;
  /** The reason why the application was not received. */
  readonly notice: NotReceived | null;
  /** The running machine of the submission. Undefined without a submission. */
  readonly submission: OutcomeUnknownProps['submission'] | undefined;
  /** Whether the request of the submission's outcome failed. */
  readonly hasCheckFailed: boolean;
  readonly onRetry: () => void;
  /** The running machine of the cost. Undefined if it has stopped. */
  readonly cost: PauseCostProps['running'] | undefined;
  readonly isCostStopped: boolean;
  /** The groups of loans that would and would not be postponed. Null if the application postpones no loans. */
  readonly loans: CoveredLoansProps | null;
  /** Replacement of the loans. */
  readonly withoutLoans?: ReactNode;
  /** Benefits that reduce the cost. */
  readonly counted?: ReactNode;
  /** Content above the loans: errors, or fields that come first. */
  readonly panel?: ReactNode;
  /** The form of the application. */
  readonly children: ReactNode;
}

export function ApplicationWithCost(props: ApplicationWithCostProps) {
  const { name, notice, submission, hasCheckFailed, onRetry, cost, isCostStopped, loans, panel } = props;
  const isUnknown = isOutcomeUnknown(submission);
  const isOpen = hasCheckFailed || isUnknown;
  return (
    <>
      <ApplicationNotice notice={notice} />
      {!isOpen && panel}
      {hasCheckFailed && <OutcomeCheckFailed onRetry={onRetry} messages={applicationMessages} />}
      {isUnknown && <OutcomeUnknown submission={submission} messages={applicationMessages} />}
      <Card heading={`Your application: ${name}`}>{loans ? <CoveredLoans {...loans} /> : props.withoutLoans}</Card>
      {isCostStopped && <CostNotShown />}
      {cost && <PauseCost running={cost} isBesideNotice={notice !== null || isOpen} counted={props.counted} />}
      {loans && <DuringPause />}
      {!isOpen && props.children}
    </>
  );
}
