/** The calls for the parts of the dashboard that load after the accounts. */
import * as v from 'valibot';
import { readCall } from '../../call.ts';
import { FileResponse } from '../../file.ts';
import { Updates } from './shapes.ts';

const access = ['borrower'] as const;
const Unread = v.object({ unreadMessages: v.number() });

export const updates = {
  read: readCall({
    id: 'updates.read',
    path: 'updates',
    summary:
      'Returns the next dates of the loans, the changes since the previous log-in, and the number of unread messages',
    access,
    response: Updates,
    unreadIn: (answer) => (v.is(Unread, answer) ? answer.unreadMessages : undefined),
  }),
  calendar: readCall({
    id: 'updates.calendar',
    path: 'updates/calendar',
    summary: 'Returns the next dates as a calendar file (RFC 5545), without amounts and account numbers',
    access,
    answersFile: ['text/calendar'],
    response: FileResponse,
  }),
};
