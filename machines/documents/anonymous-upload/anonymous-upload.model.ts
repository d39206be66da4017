/** Specification of a document upload without signing in (P §2.9, §4, §5.3; rulings 11 and 39). */
import type { UploadValues } from '#domain/documents/shapes.ts';
import { unless } from '../../kit/expected-form.ts';
import { sampleFile, sampleUpload } from '../upload/expected-upload.ts';
import { uploadSpec } from '../upload/upload-spec.ts';
import type { UploadContext } from '../upload/upload.machine.ts';
import { anonymousSubmission, anonymousUpload } from './anonymous-upload.machine.ts';

const NUMBER = 'E100200301';
/** Account number one character longer than the maximum (P §5.3, ruling 11). */
const TOO_LONG = 'E1002003019';

const hasNumber = ({ form: { values } }: UploadContext) => values.identifier === 'accountNumber';
const hasSsn = ({ form: { values } }: UploadContext) => values.identifier === 'ssn';

/** Returns the validation problems of the sample values, in the order of the form. */
function problems({ identifier, accountNumber, accountNumberAgain, ssn, ssnAgain, ...names }: UploadValues) {
  const isAgain = accountNumberAgain !== '';
  return [
    ...unless('firstName', names.firstName === 'Zoë', 'firstName.format'),
    ...unless('lastName', names.lastName !== '', 'lastName.format'),
    ...unless('identifier', identifier !== '', 'identifier.required'),
    ...(identifier === 'accountNumber'
      ? [
          ...unless('accountNumber', accountNumber !== '', 'accountNumber.required'),
          ...unless('accountNumber', accountNumber !== TOO_LONG, 'accountNumber.format'),
          ...unless('accountNumberAgain', isAgain, 'accountNumberAgain.required'),
          ...unless('accountNumberAgain', !isAgain || accountNumber === NUMBER, 'accountNumberAgain.mismatch'),
        ]
      : []),
    ...(identifier === 'ssn'
      ? [
          ...unless('ssn', ssn !== '', 'ssn.format'),
          ...unless('ssnAgain', ssnAgain !== '', 'ssnAgain.required'),
          ...unless('ssnAgain', ssnAgain === '' || ssn !== '', 'ssnAgain.mismatch'),
        ]
      : []),
  ];
}

export default uploadSpec(anonymousUpload, {
  title: 'Upload Documents Without Logging In',
  submission: anonymousSubmission,
  starts: {
    'a visitor who is not signed in': sampleUpload,
    'an authorized payer': { ...sampleUpload, ids: { ...sampleUpload.ids, webAccountId: 'web-casey' } },
  },
  fields: {
    firstName: {
      label: 'First Name',
      entries: ['Zoë', 'R2D2'],
      errors: { 'firstName.format': 'Please enter your first name using letters, hyphens or spaces.' },
    },
    lastName: {
      label: 'Last Name',
      entries: ["O'Brien"],
      errors: { 'lastName.format': 'Please enter your last name using letters, hyphens or spaces.' },
    },
    identifier: {
      label: 'How can we find your account?',
      role: 'radio',
      entries: { accountNumber: 'Account number', ssn: 'Social Security number' },
      empties: ['accountNumber', 'accountNumberAgain', 'ssn', 'ssnAgain'],
      showsAtOnce: true,
      errors: { 'identifier.required': 'Please make a selection.' },
    },
    accountNumber: {
      label: 'Account Number',
      entries: [NUMBER, TOO_LONG],
      where: hasNumber,
      errors: {
        'accountNumber.required': 'Please enter your account number.',
        'accountNumber.format': 'Your account number must be nine digits.',
      },
    },
    accountNumberAgain: {
      label: 'Confirm Account Number',
      entries: ['e100200301'],
      where: hasNumber,
      errors: {
        'accountNumberAgain.required': 'Please re-enter your account number.',
        'accountNumberAgain.mismatch': 'Account numbers must match.',
      },
    },
    ssn: {
      label: 'Social Security Number',
      role: 'password',
      entries: ['987-65-4321'],
      where: hasSsn,
      errors: { 'ssn.format': 'Social Security number must be 9 digits.' },
    },
    ssnAgain: {
      label: 'Confirm Social Security Number',
      role: 'password',
      entries: ['987654321'],
      where: hasSsn,
      errors: {
        'ssnAgain.required': 'Please re-enter your Social Security number.',
        'ssnAgain.mismatch': 'Social Security numbers must match.',
      },
    },
  },
  shows: ['First Name', 'Last Name', 'How can we find your account?', 'Document Type'],
  problems,
  request: ({ form: { values }, ids }) => ({
    body: {
      firstName: values.firstName,
      lastName: values.lastName,
      ...(values.identifier === 'ssn' ? { uniqueId: '987654321' } : { accountNumber: '100200301' }),
      clientId: '1',
      applicationId: '1',
      documentTypeId: values.documentTypeId,
      ...(ids.webAccountId === 'web-casey' && { webAccountId: 'web-casey' }),
      attachment: sampleFile,
    },
  }),
  notifies: false,
});
