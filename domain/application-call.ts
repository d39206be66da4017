/** What the calls have that apply for something: each counts once for its key, and is in process at once (rulings 4, 23). */
import { ApplicationAnswer } from './postponement/shapes.ts';

export const applicationCall = {
  method: 'POST',
  access: ['borrower'],
  timeLimit: 'write',
  idempotent: true,
  changesAccess: true,
  response: ApplicationAnswer,
} as const;
