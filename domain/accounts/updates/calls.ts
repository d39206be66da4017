/** The calls for the parts of the dashboard that load after the accounts. */
import { readCall } from '../../call.ts';
import { FileResponse } from '../../file.ts';
import { Updates } from './shapes.ts';

const access = ['borrower'] as const;

export const updates = {
  read: readCall({
    id: 'updates.read',
    path: 'updates',
    summary: 'Returns the next dates of the loans, and what has changed since the previous log-in',
    access,
    response: Updates,
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
