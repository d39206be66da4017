/** The calls for the parts of the dashboard that load after the accounts. */
import { defineCall } from '../../call.ts';
import { FileResponse } from '../../file.ts';
import { Updates } from './shapes.ts';

const access = ['borrower'] as const;

export const updates = {
  read: defineCall({
    id: 'updates.read',
    method: 'GET',
    path: 'updates',
    summary: 'Returns the next dates of the loans, and what has changed since the previous log-in',
    access,
    timeLimit: 'read',
    response: Updates,
  }),
  calendar: defineCall({
    id: 'updates.calendar',
    method: 'GET',
    path: 'updates/calendar',
    summary: 'Returns the next dates as a calendar file (RFC 5545), without amounts and account numbers',
    access,
    timeLimit: 'read',
    answersFile: ['text/calendar'],
    response: FileResponse,
  }),
};
