/** The calls for electronic correspondence (P §7, Y §7). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { ClaimsStatus, PaperlessResponse, PaperlessStatus } from './shapes.ts';

const access = ['borrower'] as const;
const path = 'electronic-correspondence';

/**
 * Returns 0 unread messages for borrowers with letters by mail, who see an offer to go paperless instead of an inbox.
 */
const noneByMail = (isByMail: boolean): 0 | undefined => (isByMail ? 0 : undefined);

export const paperless = {
  status: defineCall({
    id: 'paperless.status',
    method: 'GET',
    path,
    summary: 'Returns whether the borrower receives letters in the inbox instead of by mail',
    access,
    timeLimit: 'read',
    response: PaperlessStatus,
    unreadIn: (answer) => noneByMail(v.is(v.object({ enrolled: v.literal(false) }), answer)),
  }),
  claimsStatus: defineCall({
    id: 'paperless.claimsStatus',
    method: 'GET',
    path: `${path}/claims-status`,
    summary: 'Returns whether the borrower is ineligible for paperless',
    access,
    timeLimit: 'read',
    response: ClaimsStatus,
  }),
  enroll: defineCall({
    id: 'paperless.enroll',
    method: 'PUT',
    path,
    summary:
      'Enrolls the borrower in paperless. Repeating the call has no effect. The result is false if the borrower is not eligible',
    access,
    timeLimit: 'write',
    response: PaperlessResponse,
  }),
  unenroll: defineCall({
    id: 'paperless.unenroll',
    method: 'DELETE',
    path,
    summary: 'Ends the paperless enrollment, so that letters are sent by mail. Repeating the call has no effect',
    access,
    timeLimit: 'write',
    response: PaperlessResponse,
    unreadIn: (answer) => noneByMail(v.is(v.object({ result: v.literal(true) }), answer)),
  }),
};
