/** The rules of the military deferment: questions, dates, benefits and the application's body (R §4, §5, §7). */
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import * as v from 'valibot';
import { type PlainDate, addDays, addMonths, formatUsDate, toPlainDate as day } from '#domain/calendar.ts';
import {
  type DecisionTranscript,
  type DecisionTree,
  listShownFields,
  positionAfter,
  withAnswerTo,
} from '#domain/repayment/decision-tree.ts';
import { getMessage, findProblems } from '#domain/issue.ts';
import { earliestStart, latestDirectDisbursement } from '#domain/repayment/postponement/military.ts';
import { militaryMessages } from '#domain/repayment/military/messages.ts';
import { militaryTree } from '#domain/repayment/military/questions.ts';
import * as rules from '#domain/repayment/military/rules.ts';
import { noAnswers, noStoredAnswers, sampleDatedDuty } from '#domain/repayment/military/samples.ts';
import { BENEFITS, type Benefit } from '#domain/military-benefits.ts';
import { DateLimits, MilitaryDraft, MilitarySubmission } from '#domain/repayment/military/shapes.ts';
import {
  answersIn,
  appliedBenefits,
  dutyStartIn,
  toStoredAnswers,
  toSubmission,
  submissionProblems,
} from '#domain/repayment/military/submission.ts';
import type { PostponableGroup } from '#domain/repayment/postponement/coverage.ts';
import { toCents } from '#domain/money.ts';

const TODAY = day('2026-11-20');
const facts: DateLimits = { today: TODAY, earliestStart: day('2020-01-15'), latestEnd: day('2027-11-20') };

const said = (issue: rules.MilitaryIssue | undefined): string | undefined =>
  issue && getMessage(militaryMessages, issue);

/** Returns every transcript of the questions, complete or not. */
function transcripts(tree: DecisionTree, transcript: DecisionTranscript = []): DecisionTranscript[] {
  const { question } = positionAfter(tree, transcript);
  if (question === null) return [transcript];
  return [
    transcript,
    ...question.options.flatMap(({ value }) =>
      transcripts(tree, withAnswerTo(tree, transcript, { question: question.id, answer: value })),
    ),
  ];
}

/** Returns every path through the questions: the answers, the visible fields, and the next question or result. */
const ways = (tree: DecisionTree): string[] =>
  transcripts(tree).map((transcript) => {
    const { question, result } = positionAfter(tree, transcript);
    const answers = transcript.map(({ question: id, answer }) => `${id} ${answer}`).join(', ');
    return `${answers} | ${listShownFields(tree, transcript).join(', ')} | ${question?.id ?? result}`;
  });

describe('the decision tree, compared with a list written by hand (R §4)', () => {
  /** The paths that both trees share. */
  const common = [
    ' |  | activeDuty',
    'activeDuty yes |  | activeDutyConnection',
    'activeDuty no |  | NotOnActiveDuty',
    'activeDuty yes, activeDutyConnection yes | operation | canSendOrdersNow',
    'activeDuty yes, activeDutyConnection no |  | performingService',
    'activeDuty yes, activeDutyConnection no, performingService yes |  | OnActiveDuty',
    'activeDuty yes, activeDutyConnection no, performingService no |  | nationalGuard',
    'activeDuty yes, activeDutyConnection no, performingService no, nationalGuard yes |  | OnActiveDuty',
    'activeDuty yes, activeDutyConnection no, performingService no, nationalGuard no |  | OnActiveDuty',
  ];
  const orders = 'activeDuty yes, activeDutyConnection yes, canSendOrdersNow yes';
  const dates = 'activeDuty yes, activeDutyConnection yes, canSendOrdersNow no';

  it('with a sufficiently recent disbursement', () => {
    expect(ways(militaryTree).sort()).toEqual(
      [
        ...common,
        `${orders} | operation | hostileDangerPay`,
        `${orders}, hostileDangerPay yes | operation | OnActiveDuty`,
        `${orders}, hostileDangerPay no | operation | OnActiveDuty`,
        `${dates} | operation, startDate, endDate | hostileDangerPay`,
        `${dates}, hostileDangerPay yes | operation, startDate, endDate | OnActiveDuty`,
        `${dates}, hostileDangerPay no | operation, startDate, endDate | OnActiveDuty`,
      ].sort(),
    );
  });

  it('without one', () => {
    expect(ways(rules.questionsFor(false)).sort()).toEqual(
      [
        ...common,
        `${orders} | operation | OnActiveDuty`,
        `${dates} | operation, startDate, endDate | OnActiveDuty`,
      ].sort(),
    );
  });

  it.each([
    [null, false],
    ['2008-09-30', false],
    // The day itself counts (ruling 42).
    ['2008-10-01', true],
    ['2017-09-05', true],
  ])('with a Direct loan last disbursed on %s, asks about hostile pay: %s', (last, isShown) => {
    const loanInfo = { mostRecentDisbursementDateDirect: last === null ? null : day(last) };
    expect(rules.isHostilePayShown({ loanInfo }, day('2008-10-01'))).toBe(isShown);
    expect(rules.questionsFor(isShown).some(({ id }) => id === 'hostileDangerPay')).toBe(isShown);
  });
});

test('validateOperation checks the name of an operation (R §5)', () => {
  expect(said(rules.validateOperation(''))).toBe('Field is required.');
  expect(said(rules.validateOperation('   '))).toBe('Field is required.');
  expect(said(rules.validateOperation('ab'))).toBe('Field must be at least three characters.');
  expect(said(rules.validateOperation(' ab '))).toBe('Field must be at least three characters.');
  expect(rules.validateOperation('OIR')).toBeUndefined();
  expect(rules.validateOperation('x'.repeat(250))).toBeUndefined();
  expect(said(rules.validateOperation('x'.repeat(251)))).toBe('Field must be at most 250 characters.');
});

describe('the facts for the dates', () => {
  it("come from the server and today's date", () => {
    const [start, end] = [day('2016-11-20'), day('2027-11-20')];
    const dates = { militaryDefermentStartDate: start, militaryDefermentEndDate: end };
    expect(rules.toDateLimits(dates, TODAY)).toEqual({ today: TODAY, earliestStart: start, latestEnd: end });
  });

  it('are three dates', () => {
    expect(v.parse(DateLimits, facts)).toEqual(facts);
    expect(v.is(DateLimits, {})).toBe(false);
  });
});

describe('the start date (R §5)', () => {
  it.each([
    ['', 'Field is required.'],
    ['1/5/2026', 'Incorrect format. Please use MM/DD/YYYY.'],
    ['02/30/2026', 'Incorrect format. Please use MM/DD/YYYY.'],
    ['01/14/2020', 'Start date cannot be earlier than when your loans initially entered repayment.'],
    ['01/15/2020', undefined],
    ['11/20/2026', undefined],
    ['11/21/2026', 'Start date cannot be in the future.'],
  ])('%j: %s', (typed, message) => expect(said(rules.validateStart(typed, facts))).toBe(message));

  it('leaves room for at least one valid end date (rulings 33, 55)', () => {
    // The server's last day is in the past, so a deferment that started less than a year ago has no valid end date.
    const over = { ...facts, latestEnd: day('2026-10-01') };
    expect(said(rules.validateStart('11/20/2025', over))).toBeUndefined();
    expect(said(rules.validateStart('11/21/2025', over))).toBe('Start date must be before 10/01/2026.');
    const early = { ...facts, latestEnd: day('2025-03-10') };
    expect(said(rules.validateStart('03/09/2025', early))).toBeUndefined();
    expect(said(rules.validateStart('03/10/2025', early))).toBe('Start date must be before 03/10/2025.');
  });
});

describe('the end date (R §5)', () => {
  it.each([
    ['', '03/02/2026', 'Field is required.'],
    ['  ', '', 'Field is required.'],
    ['02/29/2027', '03/02/2026', 'Incorrect format. Please use MM/DD/YYYY.'],
    // Start less than a year ago: from tomorrow.
    ['11/20/2026', '03/02/2026', 'End date must be on or after 11/21/2026.'],
    ['11/21/2026', '03/02/2026', undefined],
    ['03/02/2027', '03/02/2026', undefined],
    ['03/03/2027', '03/02/2026', 'End date must be within 12 months of the start date.'],
    // Start a year ago or more: from the day after the start.
    ['11/20/2025', '11/20/2025', 'End date must be on or after 11/21/2025.'],
    ['11/21/2025', '11/20/2025', undefined],
    ['11/20/2026', '11/20/2025', undefined],
    ['11/21/2026', '11/20/2025', 'End date must be within 12 months of the start date.'],
    // The year after 29 February ends on 28 February.
    ['02/28/2025', '02/29/2024', undefined],
    ['03/01/2025', '02/29/2024', 'End date must be within 12 months of the start date.'],
    // Without a valid start date, only the format is checked.
    ['03/03/2099', '', undefined],
    ['03/03/2099', '11/21/2026', undefined],
  ])('%j after %j: %s', (typed, start, message) => expect(said(rules.validateEnd(typed, start, facts))).toBe(message));

  it('is not after the server’s last day', () => {
    const earlier = { ...facts, latestEnd: day('2026-12-31') };
    expect(rules.validateEnd('12/31/2026', '03/02/2026', earlier)).toBeUndefined();
    expect(rules.validateEnd('01/01/2027', '03/02/2026', earlier)).toEqual({ code: 'endDate.tooLate' });
  });

  it('is cleared only when the start date changes', () => {
    const values = { operation: 'OIR', startDate: '03/02/2026', endDate: '03/02/2027' };
    expect(rules.withChanged('startDate', values)).toEqual({ ...values, endDate: '' });
    expect(rules.withChanged('operation', values)).toEqual(values);
    expect(rules.withChanged('endDate', values)).toEqual(values);
  });
});

const anyDay = fc.integer({ min: 0, max: 6000 }).map((days) => addDays(day('2014-01-01'), days));
const anyInput = fc.record({ today: anyDay, earliestStart: anyDay, latestEnd: anyDay });

describe('for any dates', () => {
  it('a start date is valid exactly within its bounds, and then has a valid end date', () => {
    fc.assert(
      fc.property(anyInput, anyDay, (given, start) => {
        const typed = formatUsDate(start);
        const isRight = rules.validateStart(typed, given) === undefined;
        const { min, max } = rules.startBounds(given);
        expect(isRight).toBe(start >= min && start <= max);
        const end = rules.endBounds(start, given);
        const canEnd = end.min <= end.max;
        expect(isRight).toBe(start >= given.earliestStart && start <= given.today && canEnd);
        if (!isRight) return;
        for (const last of [end.min, end.max]) {
          expect(rules.validateEnd(formatUsDate(last), typed, given)).toBeUndefined();
        }
        expect(rules.validateEnd(formatUsDate(addDays(end.min, -1)), typed, given)?.code).toBe('endDate.tooEarly');
        expect(rules.validateEnd(formatUsDate(addDays(end.max, 1)), typed, given)?.code).toBe('endDate.tooLate');
        // At most a year, at least the day after the start, and not in the past if the start is less than a year ago.
        expect(end.max <= addMonths(start, 12)).toBe(true);
        expect(end.max <= given.latestEnd).toBe(true);
        expect(end.min > start).toBe(true);
        if (addMonths(start, 12) > given.today) expect(end.min > given.today).toBe(true);
      }),
    );
  });
});

const none = { repaymentRecertifications: [], today: TODAY, canPostpone: true };
const recertifications = (...all: readonly (readonly [inDays: number, flag?: string])[]) => ({
  repaymentRecertifications: all.map(([inDays, permStandFlag = 'False']) => ({
    date: addDays(TODAY, inDays),
    permStandFlag,
  })),
  today: TODAY,
  canPostpone: true,
});

describe('the benefits (R §4)', () => {
  it.each([
    ['not on active duty', { activeDuty: false }, []],
    ['on active duty', { activeDuty: true }, ['scra']],
    ['orders can be sent', { activeDuty: true, canSendOrdersNow: true }, ['scra', 'militaryDeferment']],
    ['orders cannot be sent', { activeDuty: true, canSendOrdersNow: false }, ['scra', 'twelveMonthDeferment']],
    [
      'hostile pay',
      { activeDuty: true, canSendOrdersNow: true, hostileDangerPay: true },
      ['scra', 'militaryDeferment', 'hostileDuty'],
    ],
    [
      'no hostile pay',
      { activeDuty: true, canSendOrdersNow: true, hostileDangerPay: false },
      ['scra', 'militaryDeferment'],
    ],
    ['DoD repayment', { activeDuty: true, performingService: true }, ['scra', 'mandatoryForbearance']],
    [
      'National Guard',
      { activeDuty: true, performingService: false, nationalGuard: true },
      ['scra', 'mandatoryForbearance'],
    ],
    ['neither', { activeDuty: true, performingService: false, nationalGuard: false }, ['scra']],
  ])('%s', (_, answers, benefits) => expect(rules.benefitsFor({ ...noAnswers, ...answers }, none)).toEqual(benefits));

  it('include no interest in hostile areas only while months are left', () => {
    const answers = { ...noAnswers, activeDuty: true, canSendOrdersNow: true, hostileDangerPay: true };
    const offered = (hostilePayMonthsLeft?: number) => rules.benefitsFor(answers, { ...none, hostilePayMonthsLeft });
    expect([undefined, 60, 1, 0].map((left) => offered(left).includes('hostileDuty'))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['none', recertifications(), false],
    ['in 70 days', recertifications([70]), true],
    ['in 71 days', recertifications([71]), false],
    ['overdue', recertifications([-3]), true],
    ['only the earliest is near', recertifications([200], [10]), true],
    ['one on the permanent standard amount', recertifications([10], [300, 'True']), false],
    ['the earliest on the permanent standard amount', recertifications([10, 'True']), false],
  ])('include the Heroes Act waiver only for a near recertification: %s', (_, all, isNear) => {
    for (const canSendOrdersNow of [true, false]) {
      const offered = rules.benefitsFor({ ...noAnswers, activeDuty: true, canSendOrdersNow }, all);
      expect(offered.includes('heroesAct')).toBe(isNear);
    }
    // The waiver requires the question about orders.
    expect(rules.benefitsFor({ ...noAnswers, activeDuty: true, nationalGuard: true }, all)).not.toContain('heroesAct');
  });

  it.each<[answers: Partial<rules.MilitaryAnswers>, benefits: readonly Benefit[]]>([
    [{ activeDuty: true, canSendOrdersNow: true, hostileDangerPay: true }, ['scra', 'heroesAct', 'hostileDuty']],
    [{ activeDuty: true, canSendOrdersNow: false }, ['scra', 'heroesAct']],
    [{ activeDuty: true, performingService: true }, ['scra']],
  ])('include only those that postpone nothing if no loan can be postponed: %j (ruling 68)', (answers, benefits) =>
    expect(rules.benefitsFor({ ...noAnswers, ...answers }, { ...recertifications([45]), canPostpone: false })).toEqual(
      benefits,
    ),
  );

  it.each<[benefits: readonly Benefit[], postponement: 'military' | 'mandatoryForbearance' | null]>([
    [['scra'], null],
    [['heroesAct'], null],
    [['scra', 'heroesAct', 'hostileDuty'], null],
    [['scra', 'militaryDeferment'], 'military'],
    [['twelveMonthDeferment', 'heroesAct'], 'military'],
    [['scra', 'mandatoryForbearance'], 'mandatoryForbearance'],
  ])('%j postpone payments by: %s (rulings 68, 84)', (benefits, postponement) => {
    expect(rules.postponementIn(benefits)).toBe(postponement);
    expect(rules.getApplicationKind(benefits)).toBe(postponement ?? 'militaryBenefits');
  });

  it('require at least one choice, with the error on the first benefit', () => {
    const offered = ['scra', 'hostileDuty'] as const;
    const nothing = rules.benefitValues([], offered);
    expect(findProblems(rules.benefitsSchema(offered, nothing), nothing)).toEqual([
      { field: 'scra', issue: { code: 'benefits.required' } },
    ]);
    expect(said({ code: 'benefits.required' })).toBe('You are required to apply for at least one benefit.');
    const one = rules.benefitValues(['hostileDuty', 'heroesAct'], offered);
    expect(rules.chosenBenefits(one)).toEqual(['hostileDuty']);
    expect(findProblems(rules.benefitsSchema(offered, one), one)).toEqual([]);
    expect(findProblems(rules.benefitsSchema([], nothing), nothing)).toEqual([]);
  });

  it('require documents or are processed immediately', () => {
    const needs = BENEFITS.map((benefit) => [benefit, rules.needsDocument([benefit]), rules.isProcessedNow([benefit])]);
    expect(needs).toEqual([
      ['scra', false, true],
      ['militaryDeferment', true, false],
      ['twelveMonthDeferment', true, false],
      ['heroesAct', false, true],
      ['hostileDuty', true, false],
      ['mandatoryForbearance', true, false],
    ]);
    expect([rules.needsDocument([]), rules.isProcessedNow([])]).toEqual([false, false]);
  });
});

const given = (...answers: readonly (readonly [question: string, answer: 'yes' | 'no'])[]): DecisionTranscript =>
  answers.map(([question, answer]) => ({ question, answer }));
const connected = [
  ['activeDuty', 'yes'],
  ['activeDutyConnection', 'yes'],
] as const;
const typed = { operation: ' Operation Inherent Resolve ', startDate: '03/02/2026', endDate: '03/02/2027' };

describe('the answers', () => {
  it('are null for questions and fields that were not shown', () => {
    expect(rules.toAnswers([], typed)).toEqual(noAnswers);
    expect(
      rules.toAnswers(given(...connected, ['canSendOrdersNow', 'yes'], ['hostileDangerPay', 'no']), typed),
    ).toEqual({
      ...noAnswers,
      activeDuty: true,
      activeDutyConnection: true,
      operation: 'Operation Inherent Resolve',
      canSendOrdersNow: true,
      hostileDangerPay: false,
    });
    expect(rules.toAnswers(given(...connected, ['canSendOrdersNow', 'no']), typed)).toMatchObject({
      canSendOrdersNow: false,
      startDate: '2026-03-02',
      endDate: '2027-03-02',
      hostileDangerPay: null,
    });
    expect(rules.toAnswers(given(...connected, ['canSendOrdersNow', 'no']), rules.emptyValues)).toMatchObject({
      startDate: null,
      endDate: null,
    });
  });

  it('are complete if every question is answered and all visible fields are valid', () => {
    const complete = (transcript: DecisionTranscript, values = rules.emptyValues) =>
      rules.isComplete(militaryTree, transcript, values, facts);
    expect(complete(given(['activeDuty', 'no']))).toBe(true);
    expect(complete(given(...connected))).toBe(false);
    const orders = given(...connected, ['canSendOrdersNow', 'yes'], ['hostileDangerPay', 'no']);
    expect(complete(orders)).toBe(false);
    // The hidden dates are invalid.
    expect(complete(orders, { ...typed, startDate: 'nonsense' })).toBe(true);
    const dates = given(...connected, ['canSendOrdersNow', 'no'], ['hostileDangerPay', 'no']);
    expect(complete(dates, typed)).toBe(true);
    expect(complete(dates, { ...typed, startDate: '01/14/2020' })).toBe(false);
    expect(rules.fieldProblems(militaryTree, dates, rules.emptyValues, facts).map(({ field }) => field)).toEqual([
      'operation',
      'startDate',
      'endDate',
    ]);
  });

  it('are stored with the application', () => {
    expect(toStoredAnswers({ ...noAnswers, activeDuty: true, canSendOrdersNow: false })).toEqual({
      ...noStoredAnswers,
      canSendOrders: false,
    });
    expect(toStoredAnswers({ ...noAnswers, performingService: false, nationalGuard: true })).toEqual({
      ...noStoredAnswers,
      performingService: false,
      nationalGuard: true,
    });
  });

  it('are saved in a draft of version 1', () => {
    const draft = {
      version: 1,
      transcript: given(...connected),
      values: typed,
      chosen: ['scra'],
      step: 'selectBenefit',
      submission: null,
    };
    expect(v.is(MilitaryDraft, draft)).toBe(true);
    expect(v.is(MilitaryDraft, { ...draft, chosen: ['everything'] })).toBe(false);
    expect(v.is(MilitaryDraft, { ...draft, values: { ...typed, operation: 'x'.repeat(1001) } })).toBe(true);
  });
});

const sent: MilitarySubmission = {
  ...sampleDatedDuty,
  applyingForScra: true,
  applyingForTwelveMonthDeferment: true,
};
const submissionInput = { dates: facts, benefits: recertifications([45]), asksHostilePay: true };

describe('the body of an application (R §3, §7; ruling 33)', () => {
  it('contains the answers and chosen benefits', () => {
    const transcript = given(...connected, ['canSendOrdersNow', 'no'], ['hostileDangerPay', 'no']);
    expect(toSubmission(rules.toAnswers(transcript, typed), ['scra', 'twelveMonthDeferment'], null)).toEqual(sent);
    const guard = given(
      ['activeDuty', 'yes'],
      ['activeDutyConnection', 'no'],
      ['performingService', 'no'],
      ['nationalGuard', 'yes'],
    );
    expect(
      toSubmission(
        rules.toAnswers(guard, typed),
        ['heroesAct', 'hostileDuty', 'mandatoryForbearance', 'militaryDeferment'],
        null,
      ),
    ).toEqual({
      ...sent,
      militarySelectionText: '',
      nationalGuard: true,
      militaryDefermentStartDate: null,
      militaryDefermentEndDate: null,
      applyingForScra: false,
      applyingForMilitaryDeferment: true,
      applyingForTwelveMonthDeferment: false,
      applyingForHeroWaiverAct: true,
      applyingForHostileDuty: true,
      applyingForMandatoryForbearance: true,
    });
    expect(v.is(MilitarySubmission, { ...sent, more: true })).toBe(false);
  });

  const wrong = (body: Partial<MilitarySubmission>, also = {}): Record<string, string> =>
    Object.fromEntries(
      submissionProblems({ ...sent, ...body }, { ...submissionInput, ...also }).map(({ field, issue }) => [
        field,
        getMessage(militaryMessages, issue),
      ]),
    );
  const NOT_ALLOWED = "Based on your answers, you can't apply for this benefit.";
  const NOT_ASKED = "We don't need this, based on your other answers.";
  const withoutDates = { militaryDefermentStartDate: null, militaryDefermentEndDate: null };
  const otherBranch = { ...withoutDates, militarySelectionText: '', applyingForTwelveMonthDeferment: false };

  it.each<[what: string, body: Partial<MilitarySubmission>, problems: Record<string, string>]>([
    ['nothing', {}, {}],
    [
      'a short text',
      { militarySelectionText: 'ab' },
      { militarySelectionText: 'Field must be at least three characters.' },
    ],
    [
      'a long text',
      { militarySelectionText: 'x'.repeat(251) },
      { militarySelectionText: 'Field must be at most 250 characters.' },
    ],
    ['no text', { militarySelectionText: '' }, { militarySelectionText: 'Field is required.' }],
    [
      'no dates',
      withoutDates,
      { militaryDefermentStartDate: 'Field is required.', militaryDefermentEndDate: 'Field is required.' },
    ],
    [
      'a first day of active duty without SCRA (ruling 107)',
      {
        ...otherBranch,
        nationalGuard: true,
        applyingForScra: false,
        applyingForMandatoryForbearance: true,
        militaryDefermentStartDate: day('2026-03-02'),
      },
      { militaryDefermentStartDate: NOT_ASKED },
    ],
    [
      'a first day of active duty in the future',
      { ...otherBranch, militaryDefermentStartDate: day('2026-11-21') },
      { militaryDefermentStartDate: 'Start date cannot be in the future.' },
    ],
    [
      'only an end date',
      { ...otherBranch, militaryDefermentEndDate: day('2027-03-02') },
      { militarySelectionText: 'Field is required.', militaryDefermentStartDate: 'Field is required.' },
    ],
    [
      'a start in the future',
      { militaryDefermentStartDate: day('2026-11-21') },
      { militaryDefermentStartDate: 'Start date cannot be in the future.' },
    ],
    [
      'an end too late',
      { militaryDefermentEndDate: day('2027-03-03') },
      { militaryDefermentEndDate: 'End date must be within 12 months of the start date.' },
    ],
    [
      'no benefit',
      { applyingForScra: false, applyingForTwelveMonthDeferment: false },
      { benefits: 'You are required to apply for at least one benefit.' },
    ],
    [
      'orders and dates',
      { sendOrders: true, applyingForTwelveMonthDeferment: false },
      { militaryDefermentStartDate: NOT_ASKED, militaryDefermentEndDate: NOT_ASKED },
    ],
    ['orders, for 12 months', { ...withoutDates, sendOrders: true }, { applyingForTwelveMonthDeferment: NOT_ALLOWED }],
    [
      'orders',
      { ...withoutDates, sendOrders: true, applyingForTwelveMonthDeferment: false, applyingForMilitaryDeferment: true },
      {},
    ],
    [
      'orders without a text',
      { ...withoutDates, sendOrders: true, militarySelectionText: '', applyingForTwelveMonthDeferment: false },
      { militarySelectionText: 'Field is required.' },
    ],
    [
      'dates with the benefit that requires orders',
      { applyingForMilitaryDeferment: true },
      { applyingForMilitaryDeferment: NOT_ALLOWED },
    ],
    [
      'both branches',
      { performingService: true, nationalGuard: true },
      { performingService: NOT_ASKED, nationalGuard: NOT_ASKED },
    ],
    [
      'forbearance together with a deferment',
      { applyingForMandatoryForbearance: true },
      { applyingForMandatoryForbearance: NOT_ALLOWED },
    ],
    ['hostile duty and the waiver', { applyingForHostileDuty: true, applyingForHeroWaiverAct: true }, {}],
    ['DoD repayment', { ...otherBranch, performingService: true, applyingForMandatoryForbearance: true }, {}],
    ['National Guard', { ...otherBranch, nationalGuard: true, applyingForMandatoryForbearance: true }, {}],
    [
      'DoD repayment and National Guard',
      { ...otherBranch, performingService: true, nationalGuard: true },
      { nationalGuard: NOT_ASKED },
    ],
    [
      'neither, with forbearance',
      { ...otherBranch, applyingForMandatoryForbearance: true },
      { applyingForMandatoryForbearance: NOT_ALLOWED },
    ],
    [
      'the waiver without orders',
      { ...otherBranch, applyingForHeroWaiverAct: true },
      { applyingForHeroWaiverAct: NOT_ALLOWED },
    ],
    [
      'hostile duty without connection',
      { ...otherBranch, applyingForHostileDuty: true },
      { applyingForHostileDuty: NOT_ALLOWED },
    ],
  ])('is validated: %s', (_, body, problems) => expect(wrong(body)).toEqual(problems));

  it('is invalid for a waiver without a recertification, and for hostile duty without recent loans', () => {
    expect(wrong({ applyingForHeroWaiverAct: true }, { benefits: none })).toEqual({
      applyingForHeroWaiverAct: NOT_ALLOWED,
    });
    expect(wrong({ applyingForHostileDuty: true }, { asksHostilePay: false })).toEqual({
      applyingForHostileDuty: NOT_ALLOWED,
    });
  });

  it('is accepted for any valid answers and any choice of the available benefits', () => {
    const onDuty = transcripts(militaryTree).filter(
      (transcript) => positionAfter(militaryTree, transcript).result === 'OnActiveDuty',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...onDuty),
        fc.subarray([...BENEFITS], { minLength: 1 }),
        fc.boolean(),
        fc.constantFrom(null, day('2019-05-01'), TODAY),
        (transcript, selected, isNear, dutyStart) => {
          const benefits = isNear ? recertifications([45]) : none;
          const answers = rules.toAnswers(transcript, typed);
          const offered = rules.benefitsFor(answers, benefits);
          const chosen = rules.chosenBenefits(rules.benefitValues(selected, offered));
          const body = toSubmission(answers, chosen, dutyStart);
          expect(appliedBenefits(body)).toEqual(chosen);
          const isShown = answers.startDate === null && chosen.includes('scra');
          expect(dutyStartIn(body, answersIn(body, true))).toBe(isShown ? dutyStart : null);
          const found = submissionProblems(body, { ...submissionInput, benefits });
          expect(found.map(({ field }) => field)).toEqual(chosen.length === 0 ? ['benefits'] : []);
          // The server reconstructs the same answers, except that hostile pay is yes exactly if the benefit is
          // requested.
          const hostile = answers.hostileDangerPay === null ? null : chosen.includes('hostileDuty');
          expect(answersIn(body, true)).toEqual({ ...answers, hostileDangerPay: hostile });
        },
      ),
    );
  });
});

describe('the dates of the loans', () => {
  const createGroup = (parts: Partial<PostponableGroup>): PostponableGroup => ({
    accountNumber: 'E100000001',
    groupId: 'A',
    loanType: 'Direct Unsubsidized',
    accountLoanType: 'Direct',
    isFederal: true,
    daysPastDue: 0,
    plan: 'STANDARD',
    monthlyPayment: toCents(11_103),
    payoff: toCents(1_000_000),
    totalDue: toCents(11_103),
    nextBill: toCents(11_103),
    firstDue: day('2026-12-05'),
    dueDay: 5,
    repaymentStarts: day('2023-08-05'),
    postponedThrough: null,
    monthsUsed: { unemployment: 0, economicHardship: 0, hardship: 0 },
    loans: [createLoan('2020-09-01'), createLoan('2021-09-01')],
    ...parts,
  });
  function createLoan(on: string): PostponableGroup['loans'][number] {
    return { disbursedOn: day(on), principal: toCents(500_000), rate: 6000, isSubsidized: false };
  }
  const getStart = (...groups: readonly PostponableGroup[]): PlainDate => earliestStart({ groups, today: TODAY });

  it('let a deferment start when the first covered loan entered repayment, which is the day of its first bill', () => {
    expect(getStart(createGroup({}))).toBe('2023-07-06');
    expect(getStart(createGroup({}), createGroup({ repaymentStarts: day('2022-08-05') }))).toBe('2022-07-06');
    expect(getStart(createGroup({}), createGroup({ repaymentStarts: day('2022-08-05'), isFederal: false }))).toBe(
      '2023-07-06',
    );
    expect(getStart(createGroup({ repaymentStarts: null }))).toBe('2020-09-01');
    // No loan is covered: the first disbursement of a federal loan counts.
    const inGrace = { repaymentStarts: day('2027-05-05') };
    expect(getStart(createGroup({ payoff: toCents(0) }), createGroup(inGrace))).toBe('2020-09-01');
    expect(getStart(createGroup({ isFederal: false }))).toBe(TODAY);
    expect(getStart()).toBe(TODAY);
  });

  it('include the latest disbursement of a Direct loan with a balance', () => {
    const latest = (...groups: readonly PostponableGroup[]) => latestDirectDisbursement({ groups, today: TODAY });
    expect(latest(createGroup({}), createGroup({ loans: [createLoan('2019-09-01')] }))).toBe('2021-09-01');
    expect(latest(createGroup({ loanType: 'Stafford Subsidized' }))).toBeNull();
    expect(latest(createGroup({ payoff: toCents(0) }))).toBeNull();
    expect(latest()).toBeNull();
  });
});
