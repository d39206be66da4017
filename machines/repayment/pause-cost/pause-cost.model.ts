/** Specification of the cost of pausing payments (R §1), shown before the application. */
import type { ContextFrom } from 'xstate';
import { toPlainDate } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { PauseCost } from '#domain/repayment/postponement/shapes.ts';
import { failures, pageSpec, shown, shows, showsNothing } from '../../kit/page-spec.ts';
import { answers } from 'xstate-workbench/model';
import { words } from '../../kit/spec.ts';
import { pauseCost } from './pause-cost.machine.ts';

const { given } = words<typeof pauseCost>();

/** Six months of 2026 and 2027, 181 days, with a subsidized and an unsubsidized loan. */
export const sampleCost: PauseCost = {
  startDate: toPlainDate('2026-11-20'),
  endDate: toPlainDate('2027-05-20'),
  countedFrom: toPlainDate('2026-11-20'),
  days: 181,
  groups: [
    {
      accountNumber: 'E100200301',
      groupId: 'A',
      loanType: 'Direct Unsubsidized',
      accountLoanType: 'Direct',
      loans: [
        // 12,000 x 0.0653 / 365.25 x 181 = 388.31
        { principal: toCents(1_200_000), rate: 6530, isSubsidized: false, interest: toCents(38_831) },
        { principal: toCents(500_000), rate: 5500, isSubsidized: true, interest: toCents(0) },
      ],
      interestAdded: toCents(38_831),
      isCapitalized: true,
      paymentNow: toCents(19_060),
      // 190.60 x (17,000 + 388.31) / 17,000, rounded up
      paymentAfter: toCents(19_496),
    },
    {
      accountNumber: 'D100200302',
      groupId: 'B',
      loanType: 'Stafford',
      accountLoanType: 'FFELP',
      loans: [{ principal: toCents(300_000), rate: 6000, isSubsidized: true, interest: toCents(0) }],
      interestAdded: toCents(0),
      isCapitalized: true,
      paymentNow: toCents(3_300),
      paymentAfter: toCents(3_300),
    },
  ],
  interestAdded: toCents(38_831),
};

const ON_SUBSIDIZED = "Subsidized loans don't gain interest during a deferment.";
const ON_ALL = 'During a forbearance, interest is added on all loans, even subsidized ones.';

const COST = [
  '11/20/2026 through 05/19/2027 (181 days)',
  'Interest added in that time',
  '$388.31',
  'Direct Loans · E100200301, group A: Direct Unsubsidized',
  'FFELP Loans · D100200302, group B: Stafford',
  '$190.60',
  '$194.96',
  "you haven't paid by the end is added to your principal",
];
const COUNTED_FROM = ['Interest counted from', 'is already part of your balance'];

/** Pause that began on 2 March 2026; only the days from 20 November on are counted. */
const startedEarlier: PauseCost = { ...sampleCost, startDate: toPlainDate('2026-03-02') };
const BEFORE_TODAY = "Interest from before 11/20/2026 is already part of your balance, so we don't count it here.";

/** Pause of a group that is paid ahead until May 2027, and of one that has nothing to pay. */
const paidAhead: PauseCost = {
  ...sampleCost,
  groups: sampleCost.groups.map((group, at) => ({
    ...group,
    countedFrom: at === 0 ? toPlainDate('2027-04-15') : sampleCost.endDate,
    capitalized: toCents(at === 0 ? 38_831 : 0),
  })),
};
const COUNTED_LATER = [
  '04/15/2027 (35 days)',
  'group A: Direct Unsubsidized: we count interest from 04/15/2027. You have no payment due before then, even without a pause.',
  "All interest since 11/20/2026 that you haven't paid by the end is added to your principal, up to $388.31.",
  "group B: Stafford: we don't count interest, because you have no payment due in that time, even without a pause.",
];

/** Forbearance that capitalizes only the FFELP interest, and one that capitalizes no interest. */
const partlyCapitalized: PauseCost = {
  ...sampleCost,
  groups: sampleCost.groups.map((group, at) => ({ ...group, isCapitalized: at === 1 })),
};
const notCapitalized: PauseCost = {
  ...sampleCost,
  groups: sampleCost.groups.map((group) => ({ ...group, isCapitalized: false })),
};

const isOfForbearance = ({ input: { postponement } }: ContextFrom<typeof pauseCost>): boolean =>
  postponement === 'hardship' || postponement === 'mandatoryForbearance';

const toRequest = (postponement: string, query: object = {}) => ({ params: { postponement }, query });

export default pageSpec(pauseCost, {
  title: 'Cost of Pausing Payments',
  place: 'Beside an application to pause payments',
  shows: ['What pausing your payments costs'],
  starts: {
    'a borrower who may postpone payments': [{ postponement: 'unemployment' }, toRequest('unemployment')],
    'a borrower whose payments would pause from a given day': [
      { postponement: 'hardship', startDate: toPlainDate('2026-12-01') },
      toRequest('hardship', { startDate: '2026-12-01' }),
    ],
    'a borrower whose forbearance is mandatory': [
      { postponement: 'mandatoryForbearance' },
      toRequest('mandatoryForbearance'),
    ],
    'a borrower who has given the last day': [
      { postponement: 'military', startDate: toPlainDate('2026-03-02'), endDate: toPlainDate('2026-12-31') },
      toRequest('military', { startDate: '2026-03-02', endDate: '2026-12-31' }),
    ],
  },
  isWithinPage: true,
  loading: [],
  empty: ['None of your loans would be paused.'],
  couldNotLoad: "We can't show the cost of pausing right now. You can continue without it.",
  tryAgain: 'Try Again',
  load: {
    'interest is added on one of two groups': [
      answers(sampleCost),
      given(isOfForbearance, shown(sampleCost, [...COST, ON_ALL], [ON_SUBSIDIZED, ...COUNTED_FROM])),
      shown(sampleCost, [...COST, ON_SUBSIDIZED], [ON_ALL, ...COUNTED_FROM]),
    ],
    'interest is added, and the pause began before today': shows(startedEarlier, [
      '03/02/2026 through 05/19/2027',
      'Interest counted from',
      '11/20/2026 (181 days)',
      BEFORE_TODAY,
    ]),
    'interest is added, and no payment would be due at first': shows(
      paidAhead,
      ['Interest counted from', ...COUNTED_LATER],
      ['is already part of your balance'],
    ),
    'interest is added, and capitalized for some loans': shows(partlyCapitalized, [
      "interest you haven't paid by the end is added to the principal of some of your loans",
    ]),
    'interest is added, and not capitalized': shows(notCapitalized, ["isn't added to your principal"]),
    'no group would be paused': showsNothing(answers({ ...sampleCost, groups: [], interestAdded: toCents(0) })),
    'no answer in time': failures['no answer in time'],
  },
  claims: {
    'the screen shows a cost only when the server has calculated it': {
      reaching: ({ isIn }) => isIn('showing'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('interest is added'),
      brokenBy: 'couldNotLoad -> retry.requested: target loading swapped for showing',
    },
  },
  facts: ({ input: { postponement }, data, failure }) => ({
    postponement,
    isThere: data !== null,
    failure: failure?.kind,
  }),
});

/** Outcome in which the machine stops: that is logged, and the application continues without it. `stopped` is the state then. */
export const costStops = (stopped: string) => ({
  'the machine of the cost stops in error': {
    throws: { kind: 'unreadable', detail: 'Unexpected Error' },
    then: {
      state: stopped,
      emits: [
        {
          type: 'failure.ignored',
          what: 'The cost of pausing payments was not loaded',
          failure: { kind: 'unreadable', detail: 'Unexpected Error' },
        },
      ],
    },
  },
});
