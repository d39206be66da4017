/** What auto debit does beside a payment by hand (ruling 89). */
import { describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import { draftNoteText, draftNotes } from '#domain/payments/draft-notes.ts';
import { TODAY, accountWith, scheduledOn } from './payment-samples.ts';

/** An account that owes $500.00 today and a cent more each day, with a draft on Tuesday 12/01/2026. */
const account = {
  ...accountWith({ currentPayoff: 500_00 }),
  payoffByDay: Array.from({ length: 31 }, (_, ahead) => toCents(500_00 + ahead)),
  draft: {
    draftDate: day('2026-12-01'),
    dueDate: day('2026-12-01'),
    amount: toCents(155_13),
    lastChangeDate: day('2026-11-25'),
  },
};
const { accountNumber } = account;

interface Paying {
  readonly amount?: number;
  readonly on?: string;
  readonly today?: string;
  readonly isScheduled?: boolean;
  readonly upcoming?: number;
}

function listTexts({ amount = 100_00, on = '2026-11-30', today = TODAY, isScheduled = false, upcoming = 0 }: Paying) {
  const notes = draftNotes([account, { ...account, accountNumber: 'E000000002' }], {
    lines: [{ accountNumber, amount: toCents(amount) }],
    day: day(on),
    today: day(today),
    upcoming: upcoming === 0 ? [] : [scheduledOn(account, upcoming)],
    isScheduled,
  });
  return notes.map(draftNoteText);
}

const ALSO_DRAWS =
  "Auto debit also draws $155.13 on 12/01/2026. This payment doesn't change that. If you then pay more than you owe, we send the rest back.";
const COUNTS = 'This payment counts for your auto debit on 12/01/2026, which may then draw less or nothing.';
const DRAWS_NOTHING = 'This payment pays the account in full, so auto debit draws nothing on 12/01/2026.';

describe('the note on the next draft', () => {
  it.each<[string, Paying, readonly string[]]>([
    ['made in time, dated before the draft', {}, [COUNTS]],
    ['made on the last day for changes, dated on the draft day', { today: '2026-11-25', on: '2026-12-01' }, [COUNTS]],
    ['made after that day', { today: '2026-11-27', on: '2026-11-27' }, [ALSO_DRAWS]],
    ['made in time, dated after the draft', { on: '2026-12-02' }, []],
    ['of the quote, in time', { amount: 500_10 }, [DRAWS_NOTHING]],
    ['of a cent less than the quote', { amount: 500_09 }, [COUNTS]],
    ['of the quote together with payments under way', { amount: 400_10, upcoming: 100_00 }, [DRAWS_NOTHING]],
    ['of the quote of a day after the draft', { amount: 500_12, on: '2026-12-02' }, [ALSO_DRAWS]],
    ['of 0.00', { amount: 0, today: '2026-11-27' }, []],
    ['that the draft already takes into account', { isScheduled: true }, []],
    ['that was too late for the draft', { isScheduled: true, today: '2026-11-27' }, [ALSO_DRAWS]],
  ])('of a payment %s', (_, paying, texts) => {
    expect(listTexts(paying)).toEqual(texts);
  });

  it('is absent without a draft', () => {
    const lines = [{ accountNumber, amount: toCents(100_00) }];
    const facts = { lines, day: TODAY, today: TODAY, upcoming: [] };
    expect(draftNotes([{ ...account, draft: null }], facts)).toEqual([]);
    expect(draftNotes([account], { ...facts, day: undefined })).toEqual([]);
  });
});
