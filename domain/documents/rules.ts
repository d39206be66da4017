/** The rules for uploading documents (P §4, §5.3). Forms and server use the same rules. */
import * as v from 'valibot';
import { type AccountNumberIssue, validateAccountNumber, parseAccountDigits } from '../account-number.ts';
import { type CallFailure, isRefusedWith } from '../call.ts';
import type { SubmissionResult } from '../submission.ts';
import { type Issue, refuse, validatedText } from '../issue.ts';
import { hasLetter, isSafeName } from '../safe-text.ts';
import { bytesOfMegabytes, findFileType, isHeic } from './files.ts';
import type {
  ChosenFile,
  DocumentType,
  IdentifierKind,
  RefusalReason,
  UploadResponse,
  UploadValues,
} from './shapes.ts';

export type DocumentIssue =
  | { code: 'firstName.format' }
  | { code: 'lastName.format' }
  | { code: 'firstName.tooLong'; max: number }
  | { code: 'lastName.tooLong'; max: number }
  | { code: 'identifier.required' }
  | AccountNumberIssue
  | { code: 'accountNumberAgain.required' }
  | { code: 'accountNumberAgain.mismatch' }
  | { code: 'ssn.format' }
  | { code: 'ssnAgain.required' }
  | { code: 'ssnAgain.mismatch' }
  | { code: 'file.required' }
  | { code: 'file.type' }
  | { code: 'file.heic' }
  | { code: 'file.tooLarge'; megabytes: number }
  | { code: 'file.empty' }
  | { code: 'documentType.required' }
  | { code: 'uploads.tooOften' }
  | { code: 'upload.neverArrived' }
  | { code: Exclude<RefusalReason, 'file.empty'> };

/** The maximum number of characters of a name (P §9). */
export const LONGEST_PERSON_NAME = 50;

/** The data that the forms are validated against. */
export interface UploadDeps {
  readonly documentTypes: readonly DocumentType[];
  /** The maximum file size in megabytes. */
  readonly maxFileMegabytes: number;
  /** The chosen file; null if there is none. */
  readonly file: ChosenFile | null;
}

/** The properties of a file that are validated before its content. */
type FileInput = Pick<ChosenFile, 'name' | 'size'>;

/** Validates a file by name and size. */
export function validateFile({ name, size }: FileInput, maxFileMegabytes: number): DocumentIssue | undefined {
  if (findFileType(name) === undefined) return { code: isHeic(name) ? 'file.heic' : 'file.type' };
  if (size === 0) return { code: 'file.empty' };
  return size > bytesOfMegabytes(maxFileMegabytes) ? { code: 'file.tooLarge', megabytes: maxFileMegabytes } : undefined;
}

const validateName =
  (field: 'firstName' | 'lastName') =>
  (typed: string): DocumentIssue | undefined => {
    const name = typed.trim();
    if (name.length > LONGEST_PERSON_NAME) return { code: `${field}.tooLong`, max: LONGEST_PERSON_NAME };
    return isSafeName(name) && hasLetter(name) ? undefined : { code: `${field}.format` };
  };

/** Validates a first name as typed (P §5.3). */
export const validateFirstName = validateName('firstName');
/** Validates a last name as typed (P §5.3). */
export const validateLastName = validateName('lastName');

const comparable = (typed: string): string => typed.trim().toLowerCase();

function validateAccountNumberAgain(typed: string, accountNumber: string): DocumentIssue | undefined {
  if (typed.trim() === '') return { code: 'accountNumberAgain.required' };
  return comparable(typed) === comparable(accountNumber) ? undefined : { code: 'accountNumberAgain.mismatch' };
}

/** Returns the digits of a Social Security number as typed, without hyphens (ruling 11). */
export const toSsnDigits = (typed: string): string => typed.trim().replaceAll('-', '');

const validateSsn = (typed: string): DocumentIssue | undefined =>
  /^\d{9}$/.test(toSsnDigits(typed)) ? undefined : { code: 'ssn.format' };

function validateSsnAgain(typed: string, ssn: string): DocumentIssue | undefined {
  if (typed.trim() === '') return { code: 'ssnAgain.required' };
  return toSsnDigits(typed) === toSsnDigits(ssn) ? undefined : { code: 'ssnAgain.mismatch' };
}

/** Returns whether the configuration contains a document type with this id. */
export const isDocumentType = (documentTypes: readonly DocumentType[], documentTypeId: string): boolean =>
  documentTypes.some(({ id }) => String(id) === documentTypeId);

/** Returns the schema entries that all upload forms share: the file and its document type. */
const fileEntries = ({ documentTypes, maxFileMegabytes, file }: UploadDeps) => ({
  file: validatedText(() => (file === null ? { code: 'file.required' } : validateFile(file, maxFileMegabytes))),
  documentTypeId: validatedText((chosen) =>
    isDocumentType(documentTypes, chosen) ? undefined : { code: 'documentType.required' },
  ),
});

const identifierEntries = ({ identifier, accountNumber, ssn }: UploadValues): v.ObjectEntries => {
  if (identifier === 'accountNumber')
    return {
      accountNumber: validatedText(validateAccountNumber),
      accountNumberAgain: validatedText((typed) => validateAccountNumberAgain(typed, accountNumber)),
    };
  if (identifier === 'ssn')
    return {
      ssn: validatedText(validateSsn),
      ssnAgain: validatedText((typed) => validateSsnAgain(typed, ssn)),
    };
  return {};
};

/** Creates the schema of the form for signed-in people. */
export const uploadSchema = (facts: UploadDeps) => v.looseObject(fileEntries(facts));

/** Creates the schema of the form for visitors. Requires only the chosen kind of identifying number. */
export const anonymousUploadSchema = (facts: UploadDeps, values: UploadValues): v.GenericSchema =>
  v.looseObject({
    firstName: validatedText(validateFirstName),
    lastName: validatedText(validateLastName),
    identifier: v.picklist(['accountNumber', 'ssn'], refuse({ code: 'identifier.required' })),
    ...identifierEntries(values),
    ...fileEntries(facts),
  });

/** Clears all four fields of the identifying numbers. Call it when the kind of number changes (P §4). */
export const withIdentifierChosen = (values: UploadValues): UploadValues => ({
  ...values,
  accountNumber: '',
  accountNumberAgain: '',
  ssn: '',
  ssnAgain: '',
});

/** The initial values of the forms. */
export const startingUpload: UploadValues = {
  firstName: '',
  lastName: '',
  identifier: '',
  accountNumber: '',
  accountNumberAgain: '',
  ssn: '',
  ssnAgain: '',
  file: '',
  documentTypeId: '',
};

/** The ids that the form for visitors sends with a document. */
export interface UploadIds {
  readonly clientId: number;
  readonly applicationId: number;
  /** The web account of a signed-in authorized payer, who uses the form for visitors. */
  readonly webAccountId?: string;
}

/**
 * Builds the metadata of an upload without signing in. Validate the form first. Contains only the chosen identifying
 * number, and only the last nine digits of an account number.
 */
export function toMetadata(values: UploadValues, { clientId, applicationId, webAccountId }: UploadIds) {
  const number: { readonly [Kind in IdentifierKind]: object } = {
    accountNumber: { accountNumber: parseAccountDigits(values.accountNumber) ?? '' },
    ssn: { uniqueId: toSsnDigits(values.ssn) },
  };
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    ...(values.identifier === '' ? {} : number[values.identifier]),
    clientId: String(clientId),
    applicationId: String(applicationId),
    documentTypeId: values.documentTypeId,
    ...(webAccountId !== undefined && { webAccountId }),
  };
}

/** Returns whether an upload was received. */
export const isReceived = ({ outcome }: UploadResponse): boolean => outcome === 'received';

/** The issues that the server reports as a field of its problem. */
const FIELD_ISSUES = ['file.type', 'documentType.required'] as const;

function issueOfFailure(failure: CallFailure, maxFileMegabytes: number): DocumentIssue | null {
  if (isRefusedWith(failure, 413)) return { code: 'file.tooLarge', megabytes: maxFileMegabytes };
  if (isRefusedWith(failure, 429)) return { code: 'uploads.tooOften' };
  const fields = failure.kind === 'refused' ? failure.problem?.fields : undefined;
  const code = FIELD_ISSUES.find((each) => fields?.some((field) => field.code === each));
  return code === undefined ? null : { code };
}

/** Returns the reason why an upload failed (ruling 64); null if unknown. */
export function toUploadIssue(
  result: SubmissionResult<UploadResponse, unknown>,
  maxFileMegabytes: number,
): Issue | null {
  if (result.result === 'neverArrived') return { code: 'upload.neverArrived' };
  const { answer } = result;
  if (answer?.outcome === 'refused') return { code: answer.reason };
  const failure = result.result === 'refused' ? result.failure : null;
  return failure && issueOfFailure(failure, maxFileMegabytes);
}
