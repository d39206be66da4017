/**
 * The calls for contact information. Each person accesses only their own: a payer's is separate from the borrower's
 * (ruling 7).
 */
import { defineCall } from '../../call.ts';
import { ContactInformation, ContactUpdate } from './shapes.ts';

const access = ['borrower', 'payer'] as const;

export const contact = {
  read: defineCall({
    id: 'contact.read',
    method: 'GET',
    path: 'contact-information',
    summary: 'Returns the contact information of the signed-in user. Unknown values are empty',
    access,
    timeLimit: 'read',
    response: ContactInformation,
  }),
  save: defineCall({
    id: 'contact.save',
    method: 'PUT',
    path: 'contact-information',
    summary:
      'Updates or confirms the contact information, which completes the required action contact-info. Repeating an update succeeds. Returns 409 if the data changed since they were read',
    access,
    timeLimit: 'write',
    changesAccess: true,
    body: ContactUpdate,
    response: ContactInformation,
  }),
};
