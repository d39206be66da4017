/** Model of the cost of pausing payments (R §1), shown before the application. */
import type { ContextFrom } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import { toCents } from '#domain/money.ts';
import type { PauseCost } from '#domain/repayment/postponement/shapes.ts';
import { defineModel } from '../../kit/model.ts';
import { pauseCost } from './pause-cost.machine.ts';

const COULD_NOT_LOAD = "We can't show the cost of pausing right now. You can continue without it.";
const TRY_AGAIN = 'Try Again';

/** Six months of 2026 and 2027, 181 days, with a subsidized and an unsubsidized loan. */
export const sampleCost: PauseCost = {
  startDate: plainDateOf('2026-11-20'),
  endDate: plainDateOf('2027-05-20'),
  countedFrom: plainDateOf('2026-11-20'),
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

const input = { postponement: 'unemployment' } as const;
const loads = { state: 'loading', calls: { load: { params: { postponement: 'unemployment' }, query: {} } } };
const typed = {
  postponement: 'military',
  startDate: plainDateOf('2026-03-02'),
  endDate: plainDateOf('2026-12-31'),
} as const;
const loadsTyped = {
  state: 'loading',
  calls: {
    load: { params: { postponement: 'military' }, query: { startDate: '2026-03-02', endDate: '2026-12-31' } },
  },
};
const later = { postponement: 'hardship', startDate: plainDateOf('2026-12-01') } as const;
const loadsLater = {
  state: 'loading',
  calls: { load: { params: { postponement: 'hardship' }, query: { startDate: '2026-12-01' } } },
};

const mandatory = { postponement: 'mandatoryForbearance' } as const;
const loadsMandatory = {
  state: 'loading',
  calls: { load: { params: { postponement: 'mandatoryForbearance' }, query: {} } },
};

const ON_SUBSIDIZED = "Subsidized loans don't gain interest during a deferment.";
const ON_ALL = 'During a forbearance, interest is added on all loans, even subsidized ones.';

const again = {
  in: 'couldNotLoad',
  focus: { place: 'heading', delay: 0 },
  hides: [COULD_NOT_LOAD],
} as const;

const shown = {
  state: 'showing',
  context: { data: sampleCost, failure: null },
  reads: [
    '11/20/2026 through 05/19/2027 (181 days)',
    'Interest added in that time',
    '$388.31',
    'Direct Loans · E100200301, group A: Direct Unsubsidized',
    'FFELP Loans · D100200302, group B: Stafford',
    '$190.60',
    '$194.96',
    "you haven't paid by the end is added to your principal",
  ],
};
const hidden = ['Interest counted from', 'is already part of your balance'];

/** Pause that began on 2 March 2026; only the days from 20 November on are counted. */
const begunEarlier: PauseCost = { ...sampleCost, startDate: plainDateOf('2026-03-02') };
const BEFORE_TODAY = "Interest from before 11/20/2026 is already part of your balance, so we don't count it here.";

/** Pause of a group that is paid ahead until May 2027, and of one that has nothing to pay. */
const paidAhead: PauseCost = {
  ...sampleCost,
  groups: sampleCost.groups.map((group, at) => ({
    ...group,
    countedFrom: at === 0 ? plainDateOf('2027-04-15') : sampleCost.endDate,
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

const isOfHardship = ({ input: { postponement } }: ContextFrom<typeof pauseCost>): boolean =>
  postponement === 'hardship';

const isOfMandatory = ({ input: { postponement } }: ContextFrom<typeof pauseCost>): boolean =>
  postponement === 'mandatoryForbearance';

const isOfForbearance = (context: ContextFrom<typeof pauseCost>): boolean =>
  isOfHardship(context) || isOfMandatory(context);

const isOfMilitary = ({ input: { postponement } }: ContextFrom<typeof pauseCost>): boolean =>
  postponement === 'military';

export default defineModel<typeof pauseCost>({
  machine: pauseCost,
  title: 'Cost of Pausing Payments',
  place: 'Beside an application to pause payments',
  inputs: {
    'a borrower who may postpone payments': {
      input,
      then: { ...loads, context: { input, data: null, failure: null } },
    },
    'a borrower whose payments would pause from a given day': {
      input: later,
      then: { ...loadsLater, context: { input: later, data: null, failure: null } },
    },
    'a borrower whose forbearance is mandatory': {
      input: mandatory,
      then: { ...loadsMandatory, context: { input: mandatory, data: null, failure: null } },
    },
    'a borrower who has given the last day': {
      input: typed,
      then: { ...loadsTyped, context: { input: typed, data: null, failure: null } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: TRY_AGAIN },
      then: [
        { when: isOfHardship, ...loadsLater, ...again },
        { when: isOfMandatory, ...loadsMandatory, ...again },
        { when: isOfMilitary, ...loadsTyped, ...again },
        { ...loads, ...again },
      ],
    },
  ],
  outcomes: {
    load: {
      'interest is added on one of two groups': {
        answers: sampleCost,
        then: [
          { when: isOfForbearance, ...shown, reads: [...shown.reads, ON_ALL], hides: [ON_SUBSIDIZED, ...hidden] },
          { ...shown, reads: [...shown.reads, ON_SUBSIDIZED], hides: [ON_ALL, ...hidden] },
        ],
      },
      'interest is added, and the pause began before today': {
        answers: begunEarlier,
        then: {
          state: 'showing',
          context: { data: begunEarlier, failure: null },
          reads: ['03/02/2026 through 05/19/2027', 'Interest counted from', '11/20/2026 (181 days)', BEFORE_TODAY],
        },
      },
      'interest is added, and no payment would be due at first': {
        answers: paidAhead,
        then: {
          state: 'showing',
          context: { data: paidAhead, failure: null },
          reads: ['Interest counted from', ...COUNTED_LATER],
          hides: ['is already part of your balance'],
        },
      },
      'interest is added, and capitalized for some loans': {
        answers: partlyCapitalized,
        then: {
          state: 'showing',
          context: { data: partlyCapitalized, failure: null },
          reads: ["interest you haven't paid by the end is added to the principal of some of your loans"],
        },
      },
      'interest is added, and not capitalized': {
        answers: notCapitalized,
        then: {
          state: 'showing',
          context: { data: notCapitalized, failure: null },
          reads: ["isn't added to your principal"],
        },
      },
      'no group would be paused': {
        answers: { ...sampleCost, groups: [], interestAdded: toCents(0) },
        then: { state: 'empty' },
      },
      'no answer in time': {
        throws: { kind: 'noAnswer' },
        then: {
          state: 'couldNotLoad',
          context: { failure: { kind: 'noAnswer' } },
          focus: { place: 'notice', delay: 100 },
          reads: [COULD_NOT_LOAD],
        },
      },
    },
  },
  screens: {
    loading: ['What pausing your payments costs'],
    showing: ['What pausing your payments costs'],
    empty: ['What pausing your payments costs', 'None of your loans would be paused.'],
    couldNotLoad: ['What pausing your payments costs', COULD_NOT_LOAD],
  },
  finish: ['showing', 'empty'],
  claims: {
    'the screen shows a cost only when the server has calculated it': {
      reaching: ({ isIn }) => isIn('showing'),
      needs: (by) => by.kind === 'outcome' && by.outcome.startsWith('interest is added'),
      brokenBy: 'couldNotLoad -> retry.wanted: target loading swapped for showing',
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
          what: 'What pausing payments costs was not shown',
          failure: { kind: 'unreadable', detail: 'Unexpected Error' },
        },
      ],
    },
  },
});
