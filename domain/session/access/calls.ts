/** The calls that determine which pages a person may open (P §7). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { AccessData, ActionName, BorrowerActions } from './shapes.ts';

const Unread = v.object({ unreadMessages: AccessData.entries.unreadMessages });
const Help = v.object({ paidInFull: v.nullable(v.string()), isInDefault: v.optional(v.boolean(), false) });

export const access = {
  facts: defineCall({
    id: 'access.facts',
    method: 'GET',
    path: 'access-facts',
    summary: 'Returns the facts that determine which pages the user may open',
    access: ['borrower', 'payer'],
    timeLimit: 'read',
    response: AccessData,
    unreadIn: (answer) => (v.is(Unread, answer) ? answer.unreadMessages : undefined),
    mayGetHelpIn(answer) {
      const { success, output } = v.safeParse(Help, answer);
      return success ? output.paidInFull !== 'all' && !output.isInDefault : undefined;
    },
  }),
  completeAction: defineCall({
    id: 'access.completeAction',
    method: 'POST',
    path: 'borrower-action-completions',
    summary:
      'Completes a pending action of the user and returns the remaining actions. Ignores an action that is not pending',
    access: ['borrower'],
    timeLimit: 'write',
    body: v.strictObject({ action: ActionName }),
    response: v.object({ borrowerActions: BorrowerActions }),
  }),
};
