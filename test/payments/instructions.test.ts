/** Which standing instruction is in force on a day (rulings 15, 20). */
import { describe, expect, it } from 'vitest';
import {
  type DatedInstruction,
  instructionEffectiveFrom,
  instructionOn,
  possibleInstructions,
} from '#domain/accounts/instructions.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { validateInstruction } from '#domain/payments/instructions/rules.ts';

const change = (code: DatedInstruction['code'], effectiveFrom: string | null): DatedInstruction => ({
  code,
  groupId: null,
  effectiveFrom: effectiveFrom === null ? null : day(effectiveFrom),
});

describe('the instruction in force', () => {
  it('is the last change that applies to the payment date', () => {
    const changes = [
      change('HIGHEST_RATE', null),
      change('LOWEST_BALANCE', '2026-11-23'),
      change('STANDARD', '2026-11-23'),
      change('LOWEST_BALANCE', '2026-12-01'),
    ];
    const codeOn = (date: string) => instructionOn(changes, day(date)).code;
    expect(codeOn('2026-11-20')).toBe('HIGHEST_RATE');
    // Two changes on one day: the last one made counts.
    expect(codeOn('2026-11-23')).toBe('STANDARD');
    expect(codeOn('2026-12-01')).toBe('LOWEST_BALANCE');
    expect(instructionOn([], day('2026-11-20'))).toEqual({ code: 'STANDARD', groupId: null });
  });

  it('changes on the next banking day', () => {
    expect(instructionEffectiveFrom(day('2026-11-20'))).toBe('2026-11-23');
    // Thanksgiving Day is closed.
    expect(instructionEffectiveFrom(day('2026-11-25'))).toBe('2026-11-27');
  });

  it('names a group only if the account has several', () => {
    expect(possibleInstructions(['A']).map(({ code }) => code)).toEqual(['STANDARD', 'HIGHEST_RATE', 'LOWEST_BALANCE']);
    expect(possibleInstructions(['A', 'B'])).toHaveLength(5);
    const latest = { code: 'STANDARD', groupId: null } as const;
    const validate = (groupIds: readonly string[], groupId: string) =>
      validateInstruction({ code: 'GROUP', groupId }, { groups: groupIds.map((id) => ({ groupId: id })), latest })
        ?.code;
    expect(validate(['A'], 'A')).toBe('instruction.group');
    expect(validate(['A', 'B'], 'C')).toBe('instruction.group');
    expect(validate(['A', 'B'], 'B')).toBeUndefined();
  });
});
