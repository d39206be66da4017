/** Cost of pausing payments, shown by a step before the application. It runs within a flow. */
import { postponement } from '#domain/repayment/postponement/calls.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { Benefit } from '#domain/military-benefits.ts';
import type { PauseCost } from '#domain/repayment/postponement/shapes.ts';
import type { Postponement } from '#domain/postponement-kinds.ts';
import { call } from '../../kit/effect.ts';
import { logIgnored } from '../../kit/failures.ts';
import { withFailure } from '../../kit/params.ts';
import { resource } from '../../kit/resource.machine.ts';

export interface PauseCostInput {
  /** Kind of postponement. */
  readonly postponement: Postponement;
  /** First day of the pause; defaults to today. */
  readonly startDate?: PlainDate;
  /** Last day of active duty; without it, the pause lasts as long as one application can grant. */
  readonly endDate?: PlainDate;
  /** First day of active duty, as typed for SCRA; without it, SCRA counts from the first day of the pause. */
  readonly dutyStart?: PlainDate;
  /** The benefits of active duty that reduce interest. */
  readonly benefits?: readonly Benefit[];
}

export const pauseCost = resource({
  id: 'pauseCost',
  description: 'Shows the cost of pausing payments: the added interest, and the payment afterwards',
  load: call(postponement.cost),
  request: ({ postponement: kind, startDate, endDate, dutyStart, benefits = [] }: PauseCostInput) => ({
    params: { postponement: kind },
    query: {
      ...(startDate !== undefined && { startDate }),
      ...(endDate !== undefined && { endDate }),
      ...(dutyStart !== undefined && { dutyStart }),
      ...(benefits.length > 0 && { benefits: benefits.join(',') }),
    },
  }),
  data: (cost: PauseCost) => cost,
  isEmpty: ({ groups }) => groups.length === 0,
  isWithinPage: true,
});

/** Action used by {@link showingCost}. */
export const costActions = { logNoCost: logIgnored('The cost of pausing payments was not loaded') };

/** Returns the region that shows the cost of pausing payments beside an application. */
export const showingCost = <Context>(toInput: (context: Context) => PauseCostInput) =>
  ({
    description: 'The cost of pausing payments, on which the application does not depend',
    initial: 'workingOut',
    states: {
      workingOut: {
        description: 'The cost is being calculated, then shown',
        invoke: {
          id: 'getCost',
          src: 'getCost',
          input: ({ context }: { readonly context: Context }) => toInput(context),
          onError: { target: 'costNotShown', actions: withFailure('logNoCost') },
        },
      },
      costNotShown: { description: 'The cost machine stopped with an error' },
    },
  }) as const;
