/** The content of an application. The list of applications does not need it, so the dashboard loads no questions. */
import * as v from 'valibot';
import { PlainDateFromWire } from '../../calendar.ts';
import { Benefit } from '../../military-benefits.ts';
import { StoredAnswers } from '../military/shapes.ts';

/** The content of an application as the server stores it. */
export const ApplicationContent = v.variant('kind', [
  v.strictObject({ kind: v.literal('unemployment'), receivesBenefits: v.boolean() }),
  v.strictObject({ kind: v.literal('rehabilitation') }),
  v.strictObject({
    kind: v.literal('economicHardship'),
    selectedPlan: v.picklist(['PeaceCorps', 'PublicAssistance', 'AnotherServicer', 'Poverty']),
    /**
     * The number of people in the family, and the monthly income before taxes in whole dollars; null unless the plan is
     * Poverty.
     */
    familySize: v.nullable(v.number()),
    monthlyIncome: v.nullable(v.number()),
  }),
  v.strictObject({ kind: v.literal('inSchool'), isReportedBySchool: v.boolean() }),
  v.strictObject({ kind: v.literal('hardship') }),
  v.strictObject({
    kind: v.picklist(['military', 'mandatoryForbearance', 'militaryBenefits']),
    /** The war, operation or emergency; null if active duty is not connected with one. */
    operation: v.nullable(v.string()),
    ...StoredAnswers.entries,
    /** The last day of active duty; null if the form did not ask for dates. */
    endDate: v.nullable(PlainDateFromWire),
    /**
     * The first day of active duty, given for SCRA without other dates. Omitted by applications from before the form had
     * this field.
     */
    dutyStart: v.optional(v.nullable(PlainDateFromWire)),
    benefits: v.array(Benefit),
  }),
  v.strictObject({
    kind: v.literal('term'),
    /** The plans that change, with their numeric codes (R §9). */
    plans: v.array(v.strictObject({ program: v.picklist(['Direct', 'FFELP']), planType: v.number() })),
    hasExternalLoans: v.boolean(),
    /** The day on which the borrower agreed to the terms. */
    esignDate: PlainDateFromWire,
    /** The one-time payment for leaving IBR, in cents; 0 if none is due. */
    extraAmount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
]);
export type ApplicationContent = v.InferOutput<typeof ApplicationContent>;
