/** The calls for bank accounts (Y §7). Bank account numbers travel in request bodies, never in URLs. */
import * as v from 'valibot';
import { defineCall, readCall } from '../../call.ts';
import { settleCall, submitCall } from '../../submission.ts';
import {
  BankName,
  BankValidation,
  BankValidationResult,
  ManagedMethod,
  MethodChange,
  MethodChangeAnswer,
  MethodChangeOutcome,
  NewProfile,
  RoutingNumber,
  SavedProfile,
} from './shapes.ts';

export const banking = {
  bankName: defineCall({
    id: 'banking.bankName',
    method: 'POST',
    path: 'bank-lookups',
    summary: 'Returns the bank of a routing number, or no bank if the number is unknown',
    access: ['borrower', 'payer'],
    timeLimit: 'read',
    body: v.strictObject({ routingNumber: RoutingNumber }),
    response: BankName,
  }),
  validate: defineCall({
    id: 'banking.validate',
    method: 'POST',
    path: 'bank-validations',
    summary: 'Verifies a bank account before its first use',
    access: ['borrower', 'payer'],
    timeLimit: 'write',
    body: BankValidation,
    response: BankValidationResult,
  }),
  save: defineCall({
    id: 'banking.save',
    method: 'POST',
    path: 'payment-methods',
    summary:
      'Saves a bank account, after the password was confirmed, except in Make a Payment. Saving the same account with the same nickname returns the existing id',
    access: ['borrower'],
    timeLimit: 'write',
    body: NewProfile,
    response: SavedProfile,
  }),
  methods: readCall({
    id: 'banking.methods',
    path: 'payment-method-details',
    summary: 'Returns the saved bank accounts with masked account numbers, each with the payments that use it',
    access: ['borrower'],
    response: v.array(ManagedMethod),
  }),
  change: submitCall({
    id: 'banking.change',
    path: 'payment-method-changes',
    summary: 'Renames or removes a saved bank account. An account that a payment or auto debit uses is not removed',
    access: ['borrower'],
    body: MethodChange,
    response: MethodChangeAnswer,
  }),
  settleChange: settleCall({
    id: 'banking.settleChange',
    path: 'payment-method-changes/settlements',
    summary: 'Returns the outcome of a change by its idempotency key. Closes an unknown key',
    access: ['borrower'],
    response: MethodChangeOutcome,
  }),
};
