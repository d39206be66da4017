/** Model of the second step of hardship forbearance, from the specification (R §4, §5, §7; ruling 4). */
import type { ContextFrom } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import { sampleKey } from '#domain/samples.ts';
import {
  TERMS,
  TERMS_REQUIRED,
  afterNeverArrived,
  expectedPostponing,
  expectedTerms,
  noticeFacts,
  startingApplication,
  storedIn,
  termsMissing,
  underWay,
} from '../application/expected-application.ts';
import { COVERAGE_READS, sampleGroups } from '../application/expected-coverage.ts';
import { expectedForm, unless } from '../../kit/expected-form.ts';
import { isNew } from '../../kit/expected-submission.ts';
import { type EventCase, defineModel } from '../../kit/model.ts';
import { type HardshipEntry, hardshipApplication, hardshipSubmission } from './hardship-application.machine.ts';

type Context = ContextFrom<typeof hardshipApplication>;
type Case = EventCase<{ type: 'field.changed'; field: string; value: boolean }, Context>;

const AGREEMENT = 'I am asking for a hardship forbearance';

export const sampleStart = plainDateOf('2026-12-01');

const APPLYING = 'postponing.application.applying';
const terms = expectedTerms<Context>(APPLYING, 'my reason for asking is true');
const REVIEWING = terms.reviewing;

const formWith = (isAgreed: boolean, more: { touched?: readonly string[]; attempted?: boolean } = {}) =>
  expectedForm({ terms: isAgreed }, unless('terms', isAgreed, 'terms.required'), more);

/** Events that report the entry to the parent, which stores it. */
const notifies = [
  {
    type: 'application.changed',
    entry: (context: Context): HardshipEntry => ({ values: context.form.values, submission: storedIn(context) }),
  },
];

const shared = expectedPostponing<Context>({
  kind: 'hardship',
  machine: hardshipSubmission,
  call: 'submitHardship',
  sample: { body: 'withoutBody' },
  applying: REVIEWING,
  notifies,
});

const input = (entry: HardshipEntry | null) => ({ groups: sampleGroups, startDate: sampleStart, entry });
const begun = { groups: sampleGroups, startDate: sampleStart, ...startingApplication };
const getCost = { getCost: { postponement: 'hardship', startDate: '2026-12-01' } };

const tick = (value: boolean): Case => ({
  event: { type: 'field.changed', field: 'terms', value },
  gesture: { action: value ? 'check' : 'uncheck', role: 'checkbox', name: TERMS },
  where: ({ form }) => form.values.terms !== value,
  then: {
    in: REVIEWING,
    context: ({ form: { attempted } }) => ({
      form: formWith(value, { touched: ['terms'], attempted }),
      notice: null,
    }),
    notifies,
    ...(value ? { hides: [TERMS_REQUIRED] } : { reads: [TERMS_REQUIRED] }),
  },
});

export default defineModel<typeof hardshipApplication>({
  machine: hardshipApplication,
  title: 'Hardship Forbearance: Application',
  place: 'Step 2 of the application for hardship forbearance',
  inputs: {
    'a borrower who asks for it': {
      input: input(null),
      then: {
        state: ['postponing.cost.workingOut', REVIEWING],
        calls: getCost,
        context: { ...begun, form: formWith(false) },
      },
    },
    'a borrower who comes back to the step': {
      input: input({ values: { terms: true }, submission: null }),
      then: {
        state: ['postponing.cost.workingOut', REVIEWING],
        calls: getCost,
        context: { ...begun, form: formWith(true) },
      },
    },
    'a borrower whose application never arrived': {
      input: { ...input(null), hasNeverArrived: true },
      then: { ...afterNeverArrived, state: ['postponing.cost.workingOut', REVIEWING], calls: getCost },
    },
    'a borrower for whom no day is known': {
      input: { ...input(null), startDate: null },
      then: {
        state: ['postponing.cost.workingOut', REVIEWING],
        calls: { getCost: { postponement: 'hardship' } },
        context: { ...begun, startDate: null, form: formWith(false) },
      },
    },
    'a borrower whose page was reloaded while the application was under way': {
      input: input({ values: { terms: false }, submission: underWay }),
      then: {
        state: ['postponing.cost.workingOut', 'postponing.application.submitting'],
        context: {
          ...begun,
          form: formWith(false),
          key: sampleKey,
        },
        calls: { ...getCost, ...shared.settles },
      },
    },
  },
  events: [
    tick(true),
    tick(false),
    ...terms.events,
    {
      event: { type: 'submit.pressed' },
      gesture: { action: 'click', role: 'button', name: 'Continue' },
      then: [
        { in: REVIEWING, when: ({ form }) => form.values.terms, ...shared.submits },
        {
          in: REVIEWING,
          context: ({ form: { touched } }) => ({ form: formWith(false, { touched, attempted: true }), notice: null }),
          ...termsMissing,
        },
      ],
    },
    shared.keyMade,
    shared.retryWanted,
  ],
  outcomes: shared.outcomes,
  screens: {
    postponing: ['Your application: Hardship Forbearance', ...COVERAGE_READS],
    ...shared.screens,
    [APPLYING]: [AGREEMENT, ...terms.words, 'Continue'],
    ...terms.screens,
  },
  notOnScreen: shared.notOnScreen,
  claims: {
    'a borrower does not apply without accepting the terms': {
      never: ({ isIn, context }) =>
        isIn('postponing.application.submitting') && isNew(context) && !context.form.values.terms,
      brokenBy: 'guard isFormComplete: always true',
    },
    ...shared.claims,
  },
  children: shared.children,
  facts: ({ startDate, form, key, notice }) => ({
    startDate,
    values: form.values,
    isTouched: form.touched.length > 0,
    isAttempted: form.attempted,
    isSent: key !== null,
    notice: noticeFacts(notice),
  }),
});
