/** The benefits of a loan against a table by hand: each status shows its own fields, and no others (P §4, §8; ruling 82). */
import { describe, expect, it } from 'vitest';
import { incentiveStatus, shownIncentives } from '#domain/accounts/loans/incentives.ts';
import type { Incentive } from '#domain/accounts/loans/shapes.ts';

/** Every field has a unique value, so that a field that does not belong to a status is detected. */
const full: Incentive = {
  incentiveDescription: 'Timely Payment Rate Reduction',
  incentiveStatusDescription: 'Awarded',
  statusDescription: 'STATUS',
  incentiveDate: '2024-01-02',
  awardedAmount: '1.00%',
  awardedDisclaimer: 'DISCLAIMER',
  qualifyingCurrentCount: 31,
  disqualificationDate: '2024-03-04',
  disqualificationReason: 'REASON',
  incentiveCreateDate: '2024-05-06',
  incentiveChangeDate: '2024-07-08',
  benefitRequirements: 'REQUIREMENTS',
};

const shown = (changes: Partial<Incentive>) => shownIncentives([{ ...full, ...changes }]);

describe('the seven statuses of a benefit', () => {
  it.each([
    ['Awarded', 'Awarded', ['Awarded on: 01/02/2024', 'Amount: 1.00%', 'Please note: DISCLAIMER']],
    ['Qualifying', 'Qualifying', ['Qualifying payments so far: 31', 'Requirements: REQUIREMENTS']],
    ['Revoked', 'Revoked', ['Changed on: 07/08/2024', 'Reason: REASON']],
    [
      'Disqualified - Manually Ended',
      'Disqualified - Manually Ended',
      ['Disqualified on: 03/04/2024', 'Reason: REASON'],
    ],
    [
      'Disqualified - Manually Revoked',
      'Disqualified - Manually Revoked',
      ['Disqualified on: 03/04/2024', 'Reason: REASON'],
    ],
    ['Inactive', 'Inactive', ['Changed on: 07/08/2024']],
    ['Pending', 'Invalid status or invalid date from awarded', []],
  ])('%s', (incentiveStatusDescription, statusText, facts) => {
    const [only, ...others] = shown({ incentiveStatusDescription });
    expect(others).toEqual([]);
    expect(only?.statusText).toBe(statusText);
    expect(only?.details.map(({ label, value }) => `${label}: ${value}`)).toEqual(facts);
  });

  it.each([[null], [''], ['2024-02-30'], ['01/02/2024']])('an award with the date %j is invalid', (incentiveDate) => {
    expect(incentiveStatus({ ...full, incentiveDate })).toBe('Invalid');
    expect(shown({ incentiveDate })).toMatchObject([
      { statusText: 'Invalid status or invalid date from awarded', details: [] },
    ]);
  });

  it('needs a date of award only where it is awarded', () => {
    expect(incentiveStatus({ ...full, incentiveStatusDescription: 'Qualifying', incentiveDate: null })).toBe(
      'Qualifying',
    );
  });
});

describe('visibility', () => {
  it.each([
    ['', false],
    ['   ', false],
    ['Cancer', false],
    ['Cancer Treatment Interest Subsidy', false],
    ['CANCER DEFERMENT', false],
    ['Cancellation Fee Rebate', true],
    ['Auto Debit Rate Reduction', true],
  ])('of a benefit called %j: shown is %s', (incentiveDescription, isShown) => {
    expect(shown({ incentiveDescription })).toHaveLength(isShown ? 1 : 0);
  });

  it('of a fact that is missing in the record', () => {
    const [only] = shown({ awardedDisclaimer: null, awardedAmount: '' });
    expect(only?.details).toEqual([{ label: 'Awarded on', value: '01/02/2024' }]);
    expect(shown({ incentiveStatusDescription: 'Qualifying', qualifyingCurrentCount: 0 })[0]?.details[0]).toEqual({
      label: 'Qualifying payments so far',
      value: '0',
    });
    expect(shown({ incentiveStatusDescription: 'Revoked', incentiveChangeDate: '2024-13-01' })[0]?.details).toEqual([
      { label: 'Reason', value: 'REASON' },
    ]);
  });
});
