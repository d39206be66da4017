/** Account names and times on review and receipt. */
import { describe, expect, it } from 'vitest';
import { formatUsInstant } from '#domain/calendar.ts';
import { accountName, accountNameAmong, groupName } from '#domain/account-name.ts';

const direct = { loanType: 'Direct', accountNumber: 'E104882913' };

describe('an account', () => {
  it('has a name with its loan type and number', () => {
    expect(accountName(direct)).toBe('Direct Loans · E104882913');
    expect(accountName({ ...direct, loanType: 'Private Loan' })).toBe('Private Loan · E104882913');
    expect(accountNameAmong([direct], 'E104882913')).toBe('Direct Loans · E104882913');
    expect(groupName(direct, 'A')).toBe('Direct Loans · E104882913, group A');
    expect(accountNameAmong([direct], 'D207715340')).toBe('Account D207715340');
  });
});

describe('the time of a submission', () => {
  it('is shown in Eastern Time, in summer and winter', () => {
    expect(formatUsInstant(new Date('2026-11-20T15:00:00Z'))).toBe('11/20/2026, 10:00 AM Eastern Time');
    expect(formatUsInstant(new Date('2026-07-01T03:30:00Z'))).toBe('06/30/2026, 11:30 PM Eastern Time');
  });
});
