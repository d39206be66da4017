/**
 * The questions of the military deferment as a decision tree (R §4 Military), with fields under some answers. The
 * answers, the request body, the stored application and the available benefits are derived from these rows.
 */
import type { DecisionNode, DecisionOption } from '../decision-tree.ts';
import type { Benefit } from '../../military-benefits.ts';

interface MilitaryQuestion extends DecisionNode {
  readonly options: readonly (DecisionOption & {
    readonly value: 'yes' | 'no';
    /** The benefits that the answer allows. */
    readonly grants?: readonly Benefit[];
  })[];
  /** The property of the request body (R §3; ruling 33). Without one, `submission.ts` infers the answer. */
  readonly sentAs?: string;
  /** The property of the stored application. Absent if the answer is not stored. */
  readonly storedAs?: string;
}

const leadsTo = (nextNodeId: string) => ({ endsFlow: false, nextNodeId }) as const;
const yes = { value: 'yes', text: 'Yes' } as const;
const no = { value: 'no', text: 'No' } as const;

/**
 * The end of the questions. A borrower who is not on active duty may apply for nothing; the next step explains this.
 */
const complete = { endsFlow: true, returns: 'OnActiveDuty' } as const;
const notOnActiveDuty = { endsFlow: true, returns: 'NotOnActiveDuty' } as const;

/**
 * The questions. The one about hostile pay appears only if a Direct loan is recent enough for the hostile duty benefit (R
 * §4, HEA 455(o)).
 */
export const militaryTree = [
  {
    id: 'activeDuty',
    sentAs: 'activeDuty',
    friendlyName: 'Active Duty',
    value: 'Are you on active duty in the armed forces?',
    options: [
      { ...yes, grants: ['scra'], ...leadsTo('activeDutyConnection') },
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
    sentAs: 'sendOrders',
    storedAs: 'canSendOrders',
    friendlyName: 'Orders',
    value: 'Can you send us a copy of your orders now?',
    options: [
      { ...yes, grants: ['militaryDeferment', 'heroesAct'], ...leadsTo('hostileDangerPay') },
      {
        ...no,
        grants: ['twelveMonthDeferment', 'heroesAct'],
        asksFor: ['startDate', 'endDate'],
        ...leadsTo('hostileDangerPay'),
      },
    ],
  },
  {
    id: 'performingService',
    sentAs: 'performingService',
    storedAs: 'performingService',
    friendlyName: 'DoD Loan Repayment',
    value: 'Does your service qualify you for a student loan repayment program of the Department of Defense?',
    options: [
      { ...yes, grants: ['mandatoryForbearance'], ...complete },
      { ...no, ...leadsTo('nationalGuard') },
    ],
  },
  {
    id: 'nationalGuard',
    sentAs: 'nationalGuard',
    storedAs: 'nationalGuard',
    friendlyName: 'National Guard',
    value: 'Are you in the National Guard, and has a governor activated you?',
    options: [
      { ...yes, grants: ['mandatoryForbearance'], ...complete },
      { ...no, ...complete },
    ],
  },
  {
    id: 'hostileDangerPay',
    friendlyName: 'Hostile Fire or Imminent Danger Pay',
    value: 'Do you serve in an area that qualifies you for hostile fire or imminent danger pay?',
    options: [
      { ...yes, grants: ['hostileDuty'], ...complete },
      { ...no, ...complete },
    ],
    otherwise: complete.returns,
  },
] as const satisfies readonly MilitaryQuestion[];

export type QuestionId = (typeof militaryTree)[number]['id'];
