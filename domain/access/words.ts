/** What the rules on access say to a person. */
import type { Words } from '../verdict.ts';
import type { AgreementVerdict } from './rules.ts';
import type { Agreement } from './shapes.ts';

/** What the agreements are called. */
export const agreementNames: Readonly<Record<Agreement, string>> = {
  termsOfUse: 'Terms of Use',
  electronicCommunications: 'Consent to Electronic Communications',
};

export const accessWords: Words<AgreementVerdict> = {
  'agreement.missing': ({ agreement }) => `You need to agree to the ${agreementNames[agreement]} to go on.`,
};
