/** Requests of visitors in wire format, for tests of the server. */
import type { OptOut, PrivacyRequest } from '#domain/profile/privacy/shapes.ts';

/** California privacy rights request (P §3). */
export const sentRequest: PrivacyRequest = {
  personCertifying: 'consumer',
  authorizedAgentFirstName: '',
  authorizedAgentLastName: '',
  authorizedAgentDOB: '',
  authorizedAgentEmail: '',
  authorizedAgentPrimaryPhone: '',
  authorizedAgentRelationshipToConsumer: '',
  authorizedAgentBusinessName: '',
  consumerFirstName: 'Robin',
  consumerAlternateFirstName: '',
  consumerLastName: 'Quist',
  consumerAlternateLastName: '',
  consumerCountry: 'US',
  consumerMailingAddress: '2217 Prairie Rose Lane',
  consumerCity: 'Fresno',
  consumerState: 'CA',
  consumerZip: '93701',
  consumerEmail: 'robin@example.com',
  consumerTypeOfRequest: 'Access',
  consumerRelationship: 'Borrower',
};

/** Privacy opt-out (P §3). */
export const sentOptOut: OptOut = {
  accountNumber: '100200301',
  firstName: 'Robin',
  lastName: 'Quist',
  mailingAddress: '2217 Prairie Rose Lane',
  city: 'Fresno',
  state: 'CA',
  zip: '93701',
  affiliateMarketing: true,
  affiliateSharing: 'BORR',
  nonAffiliateSharing: true,
};

/** Fields that a visitor sends with a document (P §5.3). */
export const sentWithDocument = {
  firstName: 'Zoë',
  lastName: "O'Brien",
  accountNumber: '100200301',
  clientId: '1',
  applicationId: '1',
  documentTypeId: '2',
};
