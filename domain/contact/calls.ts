/**
 * The calls for contact information. Each person accesses only their own: a payer's is separate from the borrower's
 * (ruling 7).
 */
import { defineCall } from '../call.ts';
import { ContactInformation, ContactUpdate } from './shapes.ts';

const access = ['borrower', 'payer'] as const;

export const contact = {
  read: defineCall({
    id: 'contact.read',
    method: 'GET',
    path: 'contact-information',
    summary: 'How the person who is signed in can be reached; what is not known is empty',
    access,
    timeLimit: 'read',
    response: ContactInformation,
  }),
  save: defineCall({
    id: 'contact.save',
    method: 'PUT',
    path: 'contact-information',
    summary:
      'Changes or confirms it, which is what the action contact-info asks for. The same again counts as done; 409 after another change',
    access,
    timeLimit: 'write',
    changesAccess: true,
    body: ContactUpdate,
    response: ContactInformation,
  }),
};
