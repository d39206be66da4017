/** What the rules on access say to a person. */
import type { Messages } from '../issue.ts';
import type { AgreementIssue } from './rules.ts';
import type { Agreement } from './shapes.ts';

/** What the agreements are called. */
export const agreementNames: Readonly<Record<Agreement, string>> = {
  termsOfUse: 'Terms of Use',
  electronicCommunications: 'Consent to Electronic Communications',
};

export const accessMessages: Messages<AgreementIssue> = {
  'agreement.missing': ({ agreement }) => `You need to agree to the ${agreementNames[agreement]} to continue.`,
};
