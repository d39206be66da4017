/** The life of an application on the business clock, with days counted by hand (rulings 74, 84). */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlainDate, addDays, toPlainDate as day } from '#domain/calendar.ts';
import {
  type ApplicationLife,
  addBankingDays,
  decisionDay,
  documentDueOn,
  expectedNext,
  nextStep,
  statusInReview,
} from '#domain/repayment/postponement/life.ts';
import { ApplicationStatus } from '#domain/applications/shapes.ts';
import { DEFAULT_DURATIONS } from '#domain/application-durations.ts';

/** Sent on Friday, 20 November 2026. Thursday, 26 November is Thanksgiving. */
const sent: ApplicationLife = {
  status: 'received',
  sentOn: day('2026-11-20'),
  needsDocument: false,
  documentOn: null,
  reviewStartedOn: null,
  isReminded: false,
  decidedOn: null,
  startsOn: null,
  endsOn: null,
  isEndAnnounced: false,
  exit: null,
};
const next = (parts: Partial<ApplicationLife>) => nextStep({ ...sent, ...parts }, DEFAULT_DURATIONS);
const expected = (parts: Partial<ApplicationLife>) => expectedNext({ ...sent, ...parts }, DEFAULT_DURATIONS);
const reviewed = { status: 'inReview', reviewStartedOn: day('2026-11-23') } as const;
const waiting = { ...reviewed, status: 'documentsNeeded', needsDocument: true } as const;
const approved = {
  ...reviewed,
  status: 'approved',
  decidedOn: day('2026-11-30'),
  startsOn: day('2026-12-01'),
  endsOn: day('2027-12-01'),
} as const;
const running = { ...approved, status: 'inEffect' } as const;

describe('the review', () => {
  it('starts on the next banking day', () => {
    expect(next({})).toEqual({ step: 'startReview', on: '2026-11-23' });
    expect(next({ sentOn: day('2026-11-25') })).toEqual({ step: 'startReview', on: '2026-11-27' });
    expect(next({ sentOn: day('2026-11-28') })).toEqual({ step: 'startReview', on: '2026-11-30' });
    expect(expected({})).toEqual({ event: 'reviewStarted', date: '2026-11-23' });
  });

  it('waits for a document that the application requires', () => {
    expect(statusInReview({ needsDocument: true, documentOn: null })).toBe('documentsNeeded');
    expect(statusInReview({ needsDocument: true, documentOn: day('2026-11-21') })).toBe('inReview');
    expect(statusInReview({ needsDocument: false, documentOn: null })).toBe('inReview');
  });

  it('reminds after 10 days, accepts the document on day 30, and closes on the day after', () => {
    expect(next(waiting)).toEqual({ step: 'remind', on: '2026-12-03' });
    expect(next({ ...waiting, isReminded: true })).toEqual({ step: 'close', on: '2026-12-24' });
    expect(documentDueOn(day('2026-11-23'), DEFAULT_DURATIONS)).toBe('2026-12-23');
    expect(expected(waiting)).toEqual({ event: 'documentDue', date: '2026-12-23' });
  });

  it('continues when the document has arrived', () => {
    expect(next({ ...waiting, documentOn: day('2026-12-23') })).toEqual({ step: 'resumeReview', on: '2026-12-23' });
  });
});

describe('the decision', () => {
  it('comes 5 banking days after the day of sending if no document is needed, over a holiday', () => {
    expect(next(reviewed)).toEqual({ step: 'decide', on: '2026-11-30' });
    expect(expected(reviewed)).toEqual({ event: 'decided', date: '2026-11-30' });
  });

  it('comes 5 banking days after the document', () => {
    const withDocument = { ...reviewed, needsDocument: true, documentOn: day('2026-12-02') };
    expect(next(withDocument)).toEqual({ step: 'decide', on: '2026-12-09' });
    // A document that arrived before the application does not speed up the decision.
    expect(decisionDay({ ...sent, needsDocument: true, documentOn: day('2026-11-02') }, DEFAULT_DURATIONS)).toBe(
      '2026-11-30',
    );
  });

  it('follows the configured durations', () => {
    const slow = { ...DEFAULT_DURATIONS, bankingDaysToReview: 3, bankingDaysToDecision: 10 };
    expect(nextStep(sent, slow)).toEqual({ step: 'startReview', on: '2026-11-25' });
    expect(nextStep({ ...sent, ...reviewed }, slow)).toEqual({ step: 'decide', on: '2026-12-07' });
  });
});

describe('an approved application', () => {
  it('takes effect on its start date, or at once if that has passed', () => {
    expect(next(approved)).toEqual({ step: 'takeEffect', on: '2026-12-01' });
    expect(next({ ...approved, startsOn: day('2026-11-20') })).toEqual({ step: 'takeEffect', on: '2026-11-30' });
    expect(next({ ...approved, startsOn: null, endsOn: null })).toEqual({ step: 'takeEffect', on: '2026-11-30' });
  });

  it('announces its end 30 days before, and then ends', () => {
    expect(next(running)).toEqual({ step: 'announceEnd', on: '2027-11-01' });
    expect(next({ ...running, isEndAnnounced: true })).toEqual({ step: 'end', on: '2027-12-01' });
    expect(expected(running)).toEqual({ event: 'ended', date: '2027-12-01' });
  });

  it('announces the end of a short period at its start, and never announces an end in the past', () => {
    expect(next({ ...running, endsOn: day('2026-12-15') })).toEqual({ step: 'announceEnd', on: '2026-12-01' });
    expect(next({ ...running, startsOn: day('2026-06-01'), endsOn: day('2026-11-25') })).toEqual({
      step: 'end',
      on: '2026-11-30',
    });
  });

  it('has no further step without an end', () => {
    expect(next({ ...running, startsOn: null, endsOn: null })).toBeNull();
    expect(expected({ ...running, startsOn: null, endsOn: null })).toBeNull();
  });
});

it('an approved plan that waits for the exit payment is checked the day after its due date, or when a payment is known', () => {
  const exit = { dueOn: day('2027-01-09'), checkOn: day('2027-01-13') };
  expect(next({ status: 'exitPaymentDue', exit })).toEqual({ step: 'checkExit', on: '2027-01-13' });
  expect(expected({ status: 'exitPaymentDue', exit })).toEqual({ event: 'exitPaymentDue', date: '2027-01-09' });
});

it('a closed application has no further step', () => {
  for (const status of ['denied', 'incomplete', 'withdrawn', 'lapsed', 'ended'] as const)
    expect(next({ status })).toBeNull();
});

it('no step is due before the day of sending or before an earlier step', () => {
  const days = fc.integer({ min: 0, max: 400 }).map((count): PlainDate => addDays(day('2026-01-01'), count));
  const lives = fc.record({
    status: fc.constantFrom(...ApplicationStatus.options),
    sentOn: days,
    needsDocument: fc.boolean(),
    isReminded: fc.boolean(),
    isEndAnnounced: fc.boolean(),
    later: fc.array(fc.option(fc.nat(60), { nil: null }), { minLength: 5, maxLength: 5 }),
  });
  fc.assert(
    fc.property(lives, ({ later, ...life }) => {
      const after = (index: number) => {
        const gap = later[index] ?? null;
        return gap === null ? null : addDays(life.sentOn, gap);
      };
      const step = nextStep(
        {
          ...life,
          documentOn: after(0),
          reviewStartedOn: after(1),
          decidedOn: after(2),
          startsOn: after(3),
          endsOn: after(4),
          exit: null,
        },
        DEFAULT_DURATIONS,
      );
      if (step === null) return;
      expect(step.on >= life.sentOn).toBe(true);
      if (step.step === 'takeEffect' || step.step === 'end') expect(step.on >= (after(2) ?? life.sentOn)).toBe(true);
    }),
  );
});

it('counts banking days', () => {
  expect(addBankingDays(day('2026-11-20'), 0)).toBe('2026-11-20');
  expect(addBankingDays(day('2026-12-23'), 2)).toBe('2026-12-28');
});
