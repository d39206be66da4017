/** The calls for applications of all kinds and for the cost of pausing payments. R §7 specifies no paths for them. */
import * as v from 'valibot';
import { PlainDateFromWire } from '../../calendar.ts';
import { defineCall } from '../../call.ts';
import { FileResponse } from '../../file.ts';
import { IdempotencyKey, submissionOutcome } from '../../submission.ts';
import {
  Application,
  ApplicationResponse,
  ApplicationDetails,
  ApplicationNumber,
  ApplicationRecord,
  PauseCost,
} from './shapes.ts';
import { Postponement } from '../../postponement-kinds.ts';

const access = ['borrower'] as const;
const params = v.strictObject({ confirmationNumber: ApplicationNumber });

export const postponement = {
  applications: defineCall({
    id: 'postponement.applications',
    method: 'GET',
    path: 'repayment-applications',
    summary: "Returns the borrower's applications, newest first",
    access,
    timeLimit: 'read',
    response: v.array(Application),
  }),
  application: defineCall({
    id: 'postponement.application',
    method: 'GET',
    path: 'repayment-application-records/:confirmationNumber',
    summary: 'Returns one application with the loans that it covers',
    access,
    timeLimit: 'read',
    params,
    response: ApplicationDetails,
  }),
  withdraw: defineCall({
    id: 'postponement.withdraw',
    method: 'POST',
    path: 'repayment-application-records/:confirmationNumber/withdrawal',
    summary: 'Withdraws an application that is not decided. Repeating the call changes nothing',
    access,
    timeLimit: 'write',
    changesAccess: true,
    params,
    response: ApplicationDetails,
  }),
  letter: defineCall({
    id: 'postponement.letter',
    method: 'GET',
    path: 'repayment-application-records/:confirmationNumber/letter',
    summary: 'Returns the letter with the decision on an application as a PDF file',
    access,
    timeLimit: 'read',
    params,
    answersFile: ['application/pdf'],
    response: FileResponse,
  }),
  settle: defineCall({
    id: 'postponement.settle',
    method: 'POST',
    path: 'repayment-applications/settlements',
    summary: 'Returns the outcome of an application by its idempotency key. Closes an unknown key',
    access,
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: submissionOutcome(ApplicationResponse, ApplicationRecord),
  }),
  cost: defineCall({
    id: 'postponement.cost',
    method: 'GET',
    path: 'deferment-forbearance/cost/:postponement',
    summary:
      'Returns the cost of pausing payments. By default the pause starts today and lasts as long as one application allows',
    access,
    timeLimit: 'read',
    params: v.strictObject({ postponement: Postponement }),
    query: v.strictObject({
      startDate: v.optional(PlainDateFromWire),
      endDate: v.optional(PlainDateFromWire),
      /** The first day of active duty, as typed for SCRA (ruling 107). */
      dutyStart: v.optional(PlainDateFromWire),
      /** The requested benefits of active duty, separated by commas. */
      benefits: v.optional(v.pipe(v.string(), v.regex(/^[a-zA-Z]+(,[a-zA-Z]+)*$/), v.maxLength(200))),
    }),
    response: PauseCost,
  }),
};
