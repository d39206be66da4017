/** What all calls have in common by which something is applied for. */
import { ApplicationAnswer } from './postponement/shapes.ts';

/** An application, which counts once for its key and sets the flag that one is in process at once (ruling 23). */
export const application = {
  method: 'POST',
  access: ['borrower'],
  timeLimit: 'write',
  idempotent: true,
  changesAccess: true,
  response: ApplicationAnswer,
} as const;
