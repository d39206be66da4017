/** What it costs to pause payments, for a step that says so before an application is made. It runs within a flow. */
import { postponement } from '#domain/postponement/calls.ts';
import type { PlainDate } from '#domain/calendar.ts';
import type { PauseCost, Postponement } from '#domain/postponement/shapes.ts';
import { call } from '../kit/effect.ts';
import { resource } from '../kit/resource.machine.ts';

export interface PauseCostInput {
  /** In which way payments are to be postponed. */
  readonly postponement: Postponement;
  /** The day on which the pause would begin; today where it is left out. */
  readonly startDate?: PlainDate;
  /** Its last day; as long as one application grants where it is left out. */
  readonly endDate?: PlainDate;
}

export const pauseCost = resource({
  id: 'pauseCost',
  description: 'What it costs to pause payments: interest that is added, and the payment afterwards',
  load: call(postponement.cost),
  request: ({ postponement: kind, startDate, endDate }: PauseCostInput) => ({
    params: { postponement: kind },
    query: { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) },
  }),
  data: (cost: PauseCost) => cost,
  isEmpty: ({ groups }) => groups.length === 0,
  isWithinPage: true,
});
