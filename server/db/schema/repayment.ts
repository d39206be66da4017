/** Applications to postpone payments or to change plans. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { DutyRate } from '#domain/pause-effects.ts';
import type { GrantedPlan } from '#domain/repayment/postponement/approved-plans.ts';
import { ApplicationKind, ApplicationStatus } from '#domain/applications/shapes.ts';
import { ApplicationEvent, DenialReason } from '#domain/repayment/postponement/shapes.ts';
import { type ApplicationContent } from '#domain/repayment/postponement/content.ts';
import { cents, plainDate, sealed, borrowerKey, instant, actor } from '../columns.ts';

/** Applications to postpone payments or to change plans. The status shows whether an application is in process. */
export const applications = pgTable(
  'applications',
  {
    borrowerKey: borrowerKey(),
    /** The confirmation number. */
    confirmationNumber: text('confirmation_number').notNull(),
    kind: text('kind', { enum: ApplicationKind.options }).notNull(),
    status: text('status', { enum: ApplicationStatus.options }).notNull(),
    receivedAt: instant('received_at').notNull(),
    reviewStartedAt: instant('review_started_at'),
    decidedAt: instant('decided_at'),
    /**
     * The requested or granted start and end, or null. A pause ends on the day payments resume (ruling 75). Until the
     * decision, a typed end is the last day of active duty.
     */
    startDate: plainDate('start_date'),
    endDate: plainDate('end_date'),
    /**
     * The contents of the application, including income and family size. Null if it did not come through the portal.
     */
    asked: sealed<ApplicationContent>('asked'),
    denialReason: text('denial_reason', { enum: DenialReason.options }),
    /** The new plan of each group, as decided. Null for other kinds, and before an approval. */
    plans: jsonb('plans').$type<readonly GrantedPlan[]>(),
    /**
     * The day of the next step that the server executes (service/repayment/application-steps.ts). Null if none follows, or if the
     * application did not come through the portal and employees decide on it.
     */
    nextStepOn: plainDate('next_step_on'),
    ...actor(),
  },
  (table) => [
    primaryKey({ columns: [table.borrowerKey, table.confirmationNumber] }),
    index('applications_by_time').on(
      table.borrowerKey,
      table.receivedAt.desc().nullsFirst(),
      table.confirmationNumber.desc().nullsFirst(),
    ),
    index('applications_by_step')
      .on(table.nextStepOn, table.borrowerKey)
      .where(sql`${table.nextStepOn} is not null`),
  ],
);

/** The events in the life of an application, one row each. The actor of `received` and `withdrawn` is the person. */
export const applicationEvents = pgTable(
  'application_events',
  {
    borrowerKey: borrowerKey(),
    confirmationNumber: text('confirmation_number').notNull(),
    event: text('event', { enum: ApplicationEvent.options }).notNull(),
    /** The business day on which it happened, even if the server executed it later. */
    happenedOn: plainDate('happened_on').notNull(),
    /** Its position in the life of the application. */
    position: integer('position').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    ...actor(),
  },
  (table) => [primaryKey({ columns: [table.borrowerKey, table.confirmationNumber, table.event] })],
);

/** The granted period of each loan by application, from which the limits in months are computed. */
export const loanPostponements = pgTable(
  'loan_postponements',
  {
    borrowerKey: borrowerKey(),
    accountId: text('account_id').notNull(),
    loanId: text('loan_id').notNull(),
    confirmationNumber: text('confirmation_number').notNull(),
    groupId: text('group_id').notNull(),
    /** Null for a postponement whose kind is not known. */
    kind: text('kind', { enum: ApplicationKind.options }),
    /** The day of the decision, on which bills in it were canceled. Null in rows from before it was recorded. */
    grantedOn: plainDate('granted_on'),
    startDate: plainDate('start_date').notNull(),
    /** The first day after the period. */
    endDate: plainDate('end_date').notNull(),
    /** The reduced rates in the period, with the benefits that cause them. */
    reducedRates: jsonb('reduced_rates').$type<readonly DutyRate[]>().notNull().default([]),
    /**
     * The unpaid interest of the period, and the part that was capitalized. Null until the period has ended; 0 if it paused
     * nothing.
     */
    accrued: cents('accrued_cents'),
    capitalized: cents('capitalized_cents'),
  },
  (table) => [
    primaryKey({
      name: 'loan_postponements_pk',
      columns: [table.borrowerKey, table.accountId, table.loanId, table.confirmationNumber],
    }),
  ],
);
