/** The questions of the military deferment (R §4 Military); the fields stand under the answers that ask for them. */
import type { DecisionNode, DecisionTree } from '../decision-tree.ts';

const leadsTo = (nextNodeId: string) => ({ endsFlow: false, nextNodeId }) as const;
const yes = { value: 'yes', text: 'Yes' } as const;
const no = { value: 'no', text: 'No' } as const;

/** The answers are complete. Who is not on active duty may apply for nothing, which the next step says. */
const complete = { endsFlow: true, returns: 'OnActiveDuty' } as const;
const notOnActiveDuty = { endsFlow: true, returns: 'NotOnActiveDuty' } as const;

const hostileDangerPay: DecisionNode = {
  id: 'hostileDangerPay',
  friendlyName: 'Hostile Fire or Imminent Danger Pay',
  value: 'Do you serve in an area that qualifies you for hostile fire or imminent danger pay?',
  options: [
    { ...yes, ...complete },
    { ...no, ...complete },
  ],
};

/** The chain; `afterOrders` is what follows the question about orders. */
const chain = (afterOrders: ReturnType<typeof leadsTo> | typeof complete): DecisionTree => [
  {
    id: 'activeDuty',
    friendlyName: 'Active Duty',
    value: 'Are you on active duty in the armed forces?',
    options: [
      { ...yes, ...leadsTo('activeDutyConnection') },
      { ...no, ...notOnActiveDuty },
    ],
  },
  {
    id: 'activeDutyConnection',
    friendlyName: 'Connection With a War, Operation or Emergency',
    value: 'Is your active duty in connection with a war, another military operation or a national emergency?',
    options: [
      { ...yes, asksFor: ['operation'], ...leadsTo('canSendOrdersNow') },
      { ...no, ...leadsTo('performingService') },
    ],
  },
  {
    id: 'canSendOrdersNow',
    friendlyName: 'Orders',
    value: 'Can you send us a copy of your orders now?',
    options: [
      { ...yes, ...afterOrders },
      { ...no, asksFor: ['startDate', 'endDate'], ...afterOrders },
    ],
  },
  {
    id: 'performingService',
    friendlyName: 'DoD Loan Repayment',
    value: 'Does your service qualify you for a student loan repayment program of the Department of Defense?',
    options: [
      { ...yes, ...complete },
      { ...no, ...leadsTo('nationalGuard') },
    ],
  },
  {
    id: 'nationalGuard',
    friendlyName: 'National Guard',
    value: 'Are you in the National Guard, and has a governor activated you?',
    options: [
      { ...yes, ...complete },
      { ...no, ...complete },
    ],
  },
];

/** The questions of who has Direct loans that are new enough for the benefit of hostile duty (R §4, HEA 455(o)). */
export const militaryTree: DecisionTree = [...chain(leadsTo('hostileDangerPay')), hostileDangerPay];

/** The questions of everybody else. */
export const militaryTreeWithoutHostilePay: DecisionTree = chain(complete);
