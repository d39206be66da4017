/** The calls for bank accounts (Y §7). Bank account numbers travel in request bodies, never in URLs. */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { BankName, BankValidation, BankValidationResult, NewProfile, RoutingNumber, SavedProfile } from './shapes.ts';

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
    summary: 'Saves a bank account. Saving the same account with the same nickname returns the existing id',
    access: ['borrower'],
    timeLimit: 'write',
    body: NewProfile,
    response: SavedProfile,
  }),
};
