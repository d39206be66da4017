/** Model of a document upload without signing in (P §2.9, §4, §5.3; rulings 11 and 39). */
import type { UploadValues } from '#domain/documents/shapes.ts';
import type { FieldProblem } from '#domain/issue.ts';
import { touching, unless } from '../../kit/expected-form.ts';
import {
  choosingType,
  createUploadModel,
  formAfter,
  sampleFile,
  sampleUpload,
  typing,
} from '../upload/expected-upload.ts';
import type { UploadContext } from '../upload/upload.machine.ts';
import { anonymousSubmission, anonymousUpload } from './anonymous-upload.machine.ts';

/** Account number one character longer than the maximum (P §5.3, ruling 11). */
const TOO_LONG = 'E1002003019';

/** Returns the validation problems of the sample values. */
function problems(values: UploadValues): FieldProblem[] {
  const { firstName, lastName, identifier, accountNumber, accountNumberAgain, ssn, ssnAgain } = values;
  return [
    ...unless('firstName', firstName === 'Zoë', 'firstName.format'),
    ...unless('lastName', lastName !== '', 'lastName.format'),
    ...unless('identifier', identifier !== '', 'identifier.required'),
    ...(identifier === 'accountNumber'
      ? [
          ...unless('accountNumber', accountNumber !== '', 'accountNumber.required'),
          ...unless('accountNumber', accountNumber !== TOO_LONG, 'accountNumber.format'),
          ...unless('accountNumberAgain', accountNumberAgain !== '', 'accountNumberAgain.required'),
          ...unless(
            'accountNumberAgain',
            accountNumberAgain === '' || accountNumber === 'E100200301',
            'accountNumberAgain.mismatch',
          ),
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
const after = formAfter(problems);

const NUMBERS = ['accountNumber', 'accountNumberAgain', 'ssn', 'ssnAgain'] as const;
const none = { accountNumber: '', accountNumberAgain: '', ssn: '', ssnAgain: '' };

/** Expected result of selecting a kind of number: all four fields are cleared and their errors hidden. */
const chooseIdentifier = (identifier: 'accountNumber' | 'ssn', name: string) => ({
  event: { type: 'field.changed', field: 'identifier', value: identifier } as const,
  on: ['choosingFile'],
  where: ({ form }: UploadContext) => form.values.identifier !== identifier,
  gesture: { action: 'check', role: 'radio', name } as const,
  then: {
    in: 'choosingFile',
    context: (before: UploadContext) =>
      after(before, {
        values: { ...none, identifier },
        touched: touching(
          before.form.touched.filter(
            (field) => !NUMBERS.some((number) => number === field && before.form.values[number] !== ''),
          ),
          'identifier',
        ),
      }),
  },
});

const has =
  (identifier: 'accountNumber' | 'ssn') =>
  ({ form }: UploadContext) =>
    form.values.identifier === identifier;

const fill = (role: 'textbox' | 'password', name: string, value: string) =>
  ({ action: 'fill', role, name, value }) as const;

export default createUploadModel({
  machine: anonymousUpload,
  submission: anonymousSubmission,
  title: 'Upload Documents Without Logging In',
  inputs: {
    'a visitor who is not signed in': sampleUpload,
    'an authorized payer': { ...sampleUpload, ids: { ...sampleUpload.ids, webAccountId: 'web-casey' } },
  },
  problems,
  events: [
    typing(after, 'firstName', 'Zoë', fill('textbox', 'First Name', 'Zoë')),
    typing(after, 'firstName', 'R2D2', fill('textbox', 'First Name', 'R2D2')),
    typing(after, 'lastName', "O'Brien", fill('textbox', 'Last Name', "O'Brien")),
    chooseIdentifier('accountNumber', 'Account number'),
    chooseIdentifier('ssn', 'Social Security number'),
    typing(after, 'accountNumber', 'E100200301', fill('textbox', 'Account Number', 'E100200301'), has('accountNumber')),
    typing(after, 'accountNumber', TOO_LONG, fill('textbox', 'Account Number', TOO_LONG), has('accountNumber')),
    typing(
      after,
      'accountNumberAgain',
      'e100200301',
      fill('textbox', 'Confirm Account Number', 'e100200301'),
      has('accountNumber'),
    ),
    typing(after, 'ssn', '987-65-4321', fill('password', 'Social Security Number', '987-65-4321'), has('ssn')),
    typing(after, 'ssnAgain', '987654321', fill('password', 'Confirm Social Security Number', '987654321'), has('ssn')),
    ...choosingType(after),
  ],
  request: ({
    form: {
      values: { identifier, firstName, lastName, documentTypeId },
    },
    ids: { webAccountId },
  }) => ({
    body: {
      firstName,
      lastName,
      ...(identifier === 'ssn' ? { uniqueId: '987654321' } : { accountNumber: '100200301' }),
      clientId: '1',
      applicationId: '1',
      documentTypeId,
      ...(webAccountId === 'web-casey' && { webAccountId: 'web-casey' }),
      attachment: sampleFile,
    },
  }),
  notifies: false,
  words: ['First Name', 'Last Name', 'How can we find your account?', 'Document Type'],
});
