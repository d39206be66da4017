/** The benefits (incentives) of a loan: which ones are shown, and with which facts per status (P §4, ruling 82). */
import { type PlainDate, formatUsDate, parseIsoDate } from '../../calendar.ts';
import type { Incentive } from './shapes.ts';

/** The statuses that a servicer reports. Any other one is invalid. */
export const INCENTIVE_STATUSES = [
  'Awarded',
  'Qualifying',
  'Revoked',
  'Disqualified - Manually Ended',
  'Disqualified - Manually Revoked',
  'Inactive',
] as const;
export type IncentiveStatus = (typeof INCENTIVE_STATUSES)[number] | 'Invalid';

/** One fact of a benefit. */
export interface IncentiveDetail {
  readonly label: string;
  readonly value: string;
}

/** A benefit as the table shows it. */
export interface ShownIncentive {
  readonly description: string;
  readonly status: IncentiveStatus;
  /** The status for display. */
  readonly statusText: string;
  readonly details: readonly IncentiveDetail[];
}

/** P §8. */
export const INVALID_INCENTIVE = 'Invalid status or invalid date from awarded';
export const NO_BENEFITS = 'At this time, there are no benefits available.';

const parseDate = (given: string | null): PlainDate | undefined => (given === null ? undefined : parseIsoDate(given));

/** Returns the status of a benefit. An award without a valid date is invalid. */
export function incentiveStatus({ incentiveStatusDescription, incentiveDate }: Incentive): IncentiveStatus {
  const status = INCENTIVE_STATUSES.find((each) => each === incentiveStatusDescription);
  if (status === undefined) return 'Invalid';
  return status === 'Awarded' && parseDate(incentiveDate) === undefined ? 'Invalid' : status;
}

const toDetail = (label: string, value: string | number | null | undefined): readonly IncentiveDetail[] =>
  value === null || value === undefined || value === '' ? [] : [{ label, value: String(value) }];

const toDateDetail = (label: string, given: string | null): readonly IncentiveDetail[] => {
  const date = parseDate(given);
  return toDetail(label, date && formatUsDate(date));
};

/** The facts of each status, and no others (ruling 82). A fact that the record does not have is left out. */
const detailsByStatus: Readonly<Record<IncentiveStatus, (incentive: Incentive) => readonly IncentiveDetail[]>> = {
  Awarded: ({ incentiveDate, awardedAmount, awardedDisclaimer }) => [
    ...toDateDetail('Awarded on', incentiveDate),
    ...toDetail('Amount', awardedAmount),
    ...toDetail('Please note', awardedDisclaimer),
  ],
  Qualifying: ({ qualifyingCurrentCount, benefitRequirements }) => [
    ...toDetail('Qualifying payments so far', qualifyingCurrentCount),
    ...toDetail('Requirements', benefitRequirements),
  ],
  Revoked: ({ incentiveChangeDate, disqualificationReason }) => [
    ...toDateDetail('Changed on', incentiveChangeDate),
    ...toDetail('Reason', disqualificationReason),
  ],
  'Disqualified - Manually Ended': disqualified,
  'Disqualified - Manually Revoked': disqualified,
  Inactive: ({ incentiveChangeDate }) => toDateDetail('Changed on', incentiveChangeDate),
  Invalid: () => [],
};

function disqualified({ disqualificationDate, disqualificationReason }: Incentive): readonly IncentiveDetail[] {
  return [...toDateDetail('Disqualified on', disqualificationDate), ...toDetail('Reason', disqualificationReason)];
}

/** Returns whether a benefit is hidden: one without a description, and the one for cancer treatment. */
const isHidden = ({ incentiveDescription }: Incentive): boolean =>
  incentiveDescription.trim() === '' || /\bcancer\b/i.test(incentiveDescription);

/** Returns the benefits that are shown, in their order. */
export const shownIncentives = (incentives: readonly Incentive[]): readonly ShownIncentive[] =>
  incentives
    .filter((incentive) => !isHidden(incentive))
    .map((incentive) => {
      const status = incentiveStatus(incentive);
      return {
        description: incentive.incentiveDescription,
        status,
        statusText: status === 'Invalid' ? INVALID_INCENTIVE : status,
        details: detailsByStatus[status](incentive),
      };
    });
