/**
 * Common settings of the calls that submit an application: idempotent by key, and in process as soon as the server responds
 * (rulings 4, 23).
 */
import { ApplicationResponse } from './postponement/shapes.ts';

export const applicationCall = {
  method: 'POST',
  access: ['borrower'],
  timeLimit: 'write',
  idempotent: true,
  changesAccess: true,
  response: ApplicationResponse,
} as const;
