/** The calls for text alerts. Phone numbers and codes travel in request bodies, never in URLs. */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { IdempotencyKey } from '../../submission.ts';
import { TextAlertAnswer, TextAlertChange, TextAlertOutcome, TextAlertSettings } from './shapes.ts';

const access = ['borrower'] as const;

export const textAlerts = {
  read: defineCall({
    id: 'textAlerts.read',
    method: 'GET',
    path: 'text-alerts',
    summary: 'Returns the settings of text alerts with a masked phone number, and the latest alerts',
    access,
    timeLimit: 'read',
    response: TextAlertSettings,
  }),
  change: defineCall({
    id: 'textAlerts.change',
    method: 'POST',
    path: 'text-alert-changes',
    summary:
      'Changes text alerts: sends a code to a number, confirms it, chooses the alerts or stops them. A verified number stays active until another one is confirmed. Refuses impersonators',
    access,
    timeLimit: 'write',
    body: TextAlertChange,
    response: TextAlertAnswer,
    idempotent: true,
  }),
  settle: defineCall({
    id: 'textAlerts.settle',
    method: 'POST',
    path: 'text-alert-changes/settlements',
    summary: 'Returns the outcome of a change by its idempotency key. Closes an unknown key',
    access,
    timeLimit: 'read',
    body: v.strictObject({ idempotencyKey: IdempotencyKey }),
    response: TextAlertOutcome,
  }),
};
