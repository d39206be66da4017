/** The kinds and the status of applications, which dashboard, documents, access to pages and repayment share. */
import * as v from 'valibot';
import { PlainDateFromWire } from '../calendar.ts';
import { POSTPONEMENTS } from '../postponement-kinds.ts';

/**
 * The kinds of applications: postponements, military benefits that postpone nothing (ruling 68), and repayment plans.
 */
export const ApplicationKind = v.picklist([...POSTPONEMENTS, 'militaryBenefits', 'idr', 'term']);
export type ApplicationKind = v.InferOutput<typeof ApplicationKind>;

/** The kinds of applications that the guides offer. The flow of the military deferment covers all military benefits. */
export type GuideKind = Exclude<ApplicationKind, 'mandatoryForbearance' | 'militaryBenefits'>;

/**
 * The status of an application. `received`, `inReview` and `documentsNeeded` are undecided. `exitPaymentDue` is approved
 * and waits for the payment for leaving IBR; it is in process too (ruling 99). `incomplete` is closed without a decision
 * because a document never arrived, `lapsed` because that payment was not made in time, or because the loans were in
 * default on the first day of a pause (ruling 97).
 */
export const ApplicationStatus = v.picklist([
  'received',
  'inReview',
  'documentsNeeded',
  'approved',
  'exitPaymentDue',
  'denied',
  'incomplete',
  'withdrawn',
  'lapsed',
  'inEffect',
  'ended',
]);
export type ApplicationStatus = v.InferOutput<typeof ApplicationStatus>;

/**
 * An event that is expected next, with its day. `documentDue` is the last day for sending a missing document, `ended` the
 * first day after the granted period, `exitPaymentDue` the due date of the payment for leaving IBR.
 */
export const NextEvent = v.object({
  event: v.picklist(['reviewStarted', 'documentDue', 'decided', 'exitPaymentDue', 'inEffect', 'ended']),
  date: PlainDateFromWire,
});
export type NextEvent = v.InferOutput<typeof NextEvent>;
