/** Applications of all kinds: progress, the meaning of each status, and the guides that offer them (rulings 23, 51). */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Benefit } from '#domain/military-benefits.ts';
import type { CallFailure } from '#domain/call.ts';
import { toPlainDate as day } from '#domain/calendar.ts';
import { getFirstScreen, hasPage, findRoute } from '#domain/portal/routes.ts';
import { documentDueDay, neededDocumentType } from '#domain/repayment/application-documents.ts';
import {
  GUIDES,
  applicationAddress,
  entryAddresses,
  guideAddresses,
  guideKinds,
} from '#domain/repayment/postponement/guides.ts';
import { ApplicationKind, ApplicationStatus, type GuideKind } from '#domain/applications/shapes.ts';
import { type Application } from '#domain/repayment/postponement/shapes.ts';
import { ApplicationContent } from '#domain/repayment/postponement/content.ts';
import { typeInQuery } from '#domain/repayment/deferment/rules.ts';
import { noStoredAnswers } from '#domain/repayment/military/samples.ts';
import {
  canWithdraw,
  isApplicationReceived,
  isGranted,
  isInProcess,
  isPostponement,
  refusalReasons,
} from '#domain/repayment/postponement/rules.ts';
import { buildApplicationTimeline } from '#domain/repayment/postponement/status.ts';
import { applicationMeaning } from '#domain/repayment/postponement/status-messages.ts';

const received: Application = {
  confirmationNumber: 'A1',
  kind: 'unemployment',
  status: 'received',
  receivedDateTime: '2026-11-02T15:00:00.000Z',
  reviewStartedDateTime: null,
  decidedDateTime: null,
  startDate: day('2026-12-01'),
};
const inReview = { ...received, status: 'inReview', reviewStartedDateTime: '2026-11-09T15:00:00.000Z' } as const;
const approved = { ...inReview, status: 'approved', decidedDateTime: '2026-11-17T15:00:00.000Z' } as const;
const denied = { ...approved, status: 'denied' } as const;

const listSteps = (application: Application) =>
  buildApplicationTimeline(application).map(({ step, state, date }) => [step, state, date]);

it('an application is in process until it is decided, or its exit payment is paid or falls away (ruling 99)', () => {
  const undecided = ['received', 'inReview', 'documentsNeeded'];
  expect(ApplicationStatus.options.filter((status) => isInProcess({ status }))).toEqual([
    ...undecided,
    'exitPaymentDue',
  ]);
  expect(ApplicationStatus.options.filter((status) => canWithdraw({ status }))).toEqual(undecided);
});

it('an application has granted dates only once it is approved', () => {
  expect(ApplicationStatus.options.filter((status) => isGranted({ status }))).toEqual([
    'approved',
    'exitPaymentDue',
    'lapsed',
    'inEffect',
    'ended',
  ]);
});

it('plans and some military benefits postpone nothing', () => {
  expect(ApplicationKind.options.filter((kind) => !isPostponement(kind))).toEqual(['militaryBenefits', 'idr', 'term']);
});

describe('the stored content of an application', () => {
  const hardship = { kind: 'economicHardship', selectedPlan: 'Poverty', familySize: 2, monthlyIncome: 900 };
  const military = {
    kind: 'military',
    operation: null,
    ...noStoredAnswers,
    canSendOrders: true,
    performingService: false,
    endDate: '2026-11-20',
    benefits: [],
  };

  it.each([
    { kind: 'unemployment', receivesBenefits: true },
    { kind: 'rehabilitation' },
    hardship,
    ...['PeaceCorps', 'PublicAssistance', 'AnotherServicer'].map((selectedPlan) => ({
      ...hardship,
      selectedPlan,
      familySize: null,
      monthlyIncome: null,
    })),
    { kind: 'inSchool', isReportedBySchool: false },
    { kind: 'hardship' },
    military,
  ])('is parsed unchanged: %j', (content) => {
    expect(v.parse(ApplicationContent, content)).toEqual(content);
  });

  it('has no answer to a question that was added later', () => {
    const { nationalGuard: _, ...before } = military;
    expect(v.parse(ApplicationContent, before)).toEqual(military);
  });

  it.each([
    { kind: 'unemployment' },
    { kind: 'rehabilitation', receivesBenefits: true },
    { ...hardship, selectedPlan: 'Other' },
    { ...hardship, familySize: undefined },
    { kind: 'inSchool' },
    { kind: 'hardship', months: 12 },
    { ...military, endDate: '2026-02-30' },
    { kind: 'other' },
    {},
  ])('is rejected if incomplete or invalid: %j', (content) => {
    expect(v.is(ApplicationContent, content)).toBe(false);
  });
});

it('an application is accepted if its outcome is that it was received', () => {
  // The schema has no other outcome yet.
  const isReceived = isApplicationReceived as (answer: { outcome: string }) => boolean;
  expect([isReceived({ outcome: 'received' }), isReceived({ outcome: 'refused' })]).toEqual([true, false]);
});

describe('the reasons of a refused application', () => {
  const problem = { type: 'about:blank', title: 'Not now', status: 422 };
  const field = (message: string) => ({ field: 'startDate', code: 'x', message });
  it.each<[what: string, failure: CallFailure | null, reasons: readonly string[]]>([
    ['nothing', null, []],
    ['no answer', { kind: 'noAnswer' }, []],
    ['a refusal without a reason', { kind: 'refused', status: 422 }, []],
    ['a title', { kind: 'refused', status: 422, problem }, ['Not now']],
    ['a detail', { kind: 'refused', status: 422, problem: { ...problem, detail: 'Later.' } }, ['Later.']],
    ['no fields', { kind: 'refused', status: 422, problem: { ...problem, fields: [] } }, ['Not now']],
    [
      'fields, each reason once',
      { kind: 'refused', status: 422, problem: { ...problem, fields: [field('A'), field('B'), field('A')] } },
      ['A', 'B'],
    ],
  ])('are read from %s', (_, failure, reasons) => {
    expect(refusalReasons(failure)).toEqual(reasons);
  });
});

describe('the document of an application', () => {
  const ids = { unemployment: 4, rehabilitation: 10, economicHardship: 2, inSchool: 3, military: 5, otherLoans: 11 };
  const document = { documentTypeId: 4, name: 'Proof of unemployment', uploads: [] };
  const upload = { documentId: 'D1', fileName: 'letter.pdf', uploadedDateTime: '2026-11-10T15:00:00.000Z' };

  it('has a type for each kind of application that needs one', () => {
    expect(ApplicationKind.options.map((kind) => [kind, neededDocumentType(kind, null, ids)])).toEqual([
      ['unemployment', 4],
      ['rehabilitation', 10],
      ['economicHardship', 2],
      ['inSchool', 3],
      ['military', 5],
      ['mandatoryForbearance', 5],
      ['hardship', null],
      ['militaryBenefits', null],
      ['idr', null],
      ['term', null],
    ]);
  });

  it('is not needed for SCRA and the Heroes Act waiver alone', () => {
    const content = (benefits: readonly Benefit[]) =>
      v.parse(ApplicationContent, { kind: 'militaryBenefits', operation: null, endDate: null, benefits });
    expect(neededDocumentType('militaryBenefits', content(['scra', 'heroesAct']), ids)).toBeNull();
    expect(neededDocumentType('militaryBenefits', content(['scra', 'hostileDuty']), ids)).toBe(5);
  });

  it('shows the loans elsewhere where an extended plan depends on them (ruling 103)', () => {
    const needed = (planType: number, hasExternalLoans: boolean) =>
      neededDocumentType(
        'term',
        {
          kind: 'term',
          plans: [{ program: 'Direct', planType }],
          hasExternalLoans,
          esignDate: day('2026-11-20'),
          extraAmount: 0,
        },
        ids,
      );
    expect([1, 2, 3, 4, 5].map((planType) => needed(planType, true))).toEqual([null, null, 11, 11, null]);
    expect([3, 4].map((planType) => needed(planType, false))).toEqual([null, null]);
  });

  it('is due 30 days after the start of the review, if there is no upload (ruling 74)', () => {
    expect(documentDueDay({ ...inReview, document })).toBe('2026-12-09');
    expect(documentDueDay({ ...received, document })).toBeNull();
    expect(documentDueDay({ ...inReview, document: { ...document, uploads: [upload] } })).toBeNull();
    expect(documentDueDay(inReview)).toBeNull();
  });
});

describe('the steps of an application', () => {
  it('are complete, current or ahead', () => {
    expect(listSteps(received)).toEqual([
      ['received', 'current', '2026-11-02'],
      ['reviewStarted', 'ahead', null],
      ['decided', 'ahead', null],
    ]);
    expect(listSteps(inReview)).toEqual([
      ['received', 'complete', '2026-11-02'],
      ['reviewStarted', 'current', '2026-11-09'],
      ['decided', 'ahead', null],
    ]);
    const [sent, reviewed] = [
      ['received', 'complete', '2026-11-02'],
      ['reviewStarted', 'complete', '2026-11-09'],
    ];
    expect(listSteps(approved)).toEqual([sent, reviewed, ['approved', 'complete', '2026-11-17']]);
    expect(listSteps(denied)).toEqual([sent, reviewed, ['denied', 'complete', '2026-11-17']]);
  });

  it('do not require a date for the review', () => {
    expect(listSteps({ ...approved, reviewStartedDateTime: null })[1]).toEqual(['reviewStarted', 'complete', null]);
  });

  it('show recorded events with their days, and the day that is expected next', () => {
    const events = [
      { event: 'received', date: day('2026-11-02') },
      { event: 'reviewStarted', date: day('2026-11-03') },
      { event: 'documentsNeeded', date: day('2026-11-03') },
    ] as const;
    const waiting: Application = {
      ...received,
      status: 'documentsNeeded',
      events: [...events],
      next: { event: 'documentDue', date: day('2026-12-03') },
    };
    expect(listSteps(waiting)).toEqual([
      ['received', 'complete', '2026-11-02'],
      ['reviewStarted', 'complete', '2026-11-03'],
      ['documentsNeeded', 'current', '2026-11-03'],
      ['documentDue', 'ahead', '2026-12-03'],
      ['decided', 'ahead', null],
      ['inEffect', 'ahead', null],
      ['ended', 'ahead', null],
    ]);
    const withdrawn: Application = {
      ...waiting,
      status: 'withdrawn',
      events: [...events, { event: 'withdrawn', date: day('2026-11-05') }],
      next: null,
    };
    expect(listSteps(withdrawn).at(-1)).toEqual(['withdrawn', 'complete', '2026-11-05']);
  });

  it('begin with the events before the first recorded one', () => {
    const events = [{ event: 'inEffect' as const, date: day('2026-12-01') }];
    expect(listSteps({ ...approved, status: 'inEffect', events })).toEqual([
      ['received', 'complete', '2026-11-02'],
      ['reviewStarted', 'complete', '2026-11-09'],
      ['approved', 'complete', '2026-11-17'],
      ['inEffect', 'current', '2026-12-01'],
      ['ended', 'ahead', null],
    ]);
  });

  it('leave out the end of a plan, which has none', () => {
    const plan: Application = { ...received, kind: 'term', events: [{ event: 'received', date: day('2026-11-02') }] };
    expect(listSteps(plan).map(([step]) => step)).toEqual(['received', 'reviewStarted', 'decided', 'inEffect']);
  });
});

describe('the meaning of a status', () => {
  it.each<[string, Application, string]>([
    ['received', received, "We'll review it next. Keep making your payments until we tell you that it's approved."],
    [
      'in review',
      inReview,
      "We're reviewing it, and we'll write to you if something is missing. Keep making your payments until we tell you that it's approved.",
    ],
    [
      'approved, from when to when',
      { ...approved, endDate: day('2027-06-01') },
      'Your payments are paused from 12/01/2026 through 05/31/2027. You may still pay at any time.',
    ],
    ['approved', approved, 'Your payments are paused from 12/01/2026. Our letter gives the last day.'],
    [
      'approved, and its last day is not known',
      { ...approved, endDate: null },
      'Your payments are paused from 12/01/2026. Our letter gives the last day.',
    ],
    [
      'approved without a date',
      { ...approved, startDate: null, endDate: day('2027-05-31') },
      'Your payments are paused. Our letter gives the dates.',
    ],
    ['a plan', { ...approved, kind: 'term' }, 'Your new plan applies from 12/01/2026.'],
    [
      'a plan without a date',
      { ...approved, kind: 'idr', startDate: null },
      'Your new plan applies from your next bill.',
    ],
    [
      'military benefits that postpone nothing, received',
      { ...received, kind: 'militaryBenefits' },
      "We'll review it next. These benefits don't pause your payments.",
    ],
    [
      'military benefits that postpone nothing, in review',
      { ...inReview, kind: 'militaryBenefits' },
      "We're reviewing it, and we'll write to you if something is missing. These benefits don't pause your payments.",
    ],
    [
      'military benefits that postpone nothing, approved',
      { ...approved, kind: 'militaryBenefits' },
      'Read our letter to see which benefits you get. Your payments are still due.',
    ],
    ['denied', denied, "It wasn't approved. Your payments are still due. Read our letter to see why."],
  ])('%s', (_, application, meaning) => {
    expect(applicationMeaning(application)).toBe(meaning);
  });
});

describe('the guides (ruling 51)', () => {
  it('have URLs in the portal', () => {
    expect(guideAddresses).toEqual({
      postpone: '/repayment-options/postpone-select',
      schedule: '/repayment-options/schedule-select',
      cannotAfford: '/repayment-options/can-not-afford',
    });
    expect(GUIDES.map((guide) => hasPage(guideAddresses[guide]))).toEqual([true, true, true]);
  });

  it('together offer each kind of application; all military benefits share one flow', () => {
    const inOneFlow = ['mandatoryForbearance', 'militaryBenefits'];
    expect(new Set(GUIDES.flatMap((guide) => guideKinds[guide]))).toEqual(
      new Set(ApplicationKind.options.filter((kind) => !inOneFlow.includes(kind))),
    );
    expect(guideKinds.postpone.every(isPostponement)).toBe(true);
    expect(guideKinds.schedule.some(isPostponement)).toBe(false);
  });

  it('open a deferment flow with its type preselected (ruling 67)', () => {
    const kinds: GuideKind[] = [...guideKinds.postpone, ...guideKinds.schedule];
    const types = kinds.map((kind) => {
      const route = findRoute(entryAddresses[kind]);
      if (route === undefined) throw new Error(`no route for ${kind}`);
      const [path, query = ''] = applicationAddress(kind, getFirstScreen(route)).split('?');
      return [kind, path, typeInQuery(query)];
    });
    expect(types).toEqual([
      ['unemployment', '/repayment-options/deferment/options/qualification', 'unemployment'],
      ['economicHardship', '/repayment-options/deferment/options/qualification', 'economicHardship'],
      ['inSchool', '/repayment-options/deferment/in-school/qualification', null],
      ['military', '/repayment-options/deferment/military/qualification', null],
      ['rehabilitation', '/repayment-options/deferment/options/qualification', 'rehabilitation'],
      ['hardship', '/repayment-options/forbearance/hardship/landing', null],
      ['idr', '/repayment-options/idr/disclaimer', null],
      ['term', '/repayment-options/term-repayment/qualification', null],
    ]);
    expect(typeInQuery('?type=inSchool')).toBeNull();
    expect(typeInQuery('')).toBeNull();
  });

  it('link to the flow of each kind', () => {
    const paths = Object.entries(entryAddresses).map(([kind, address]) => [kind, findRoute(address)?.path]);
    expect(Object.fromEntries(paths)).toEqual({
      unemployment: '/repayment-options/deferment/options/*',
      rehabilitation: '/repayment-options/deferment/options/*',
      economicHardship: '/repayment-options/deferment/options/*',
      inSchool: '/repayment-options/deferment/in-school/*',
      military: '/repayment-options/deferment/military/*',
      hardship: '/repayment-options/forbearance/hardship/*',
      idr: '/repayment-options/idr/*',
      term: '/repayment-options/term-repayment/*',
    });
  });
});
