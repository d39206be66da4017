/** The rules for uploads and for the people who upload (P §4, §5.3, §9; rulings 11, 39). */
import { assert, property, string } from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { documents } from '#domain/documents/calls.ts';
import {
  ACCEPTED_EXTENSIONS,
  FILE_TYPES,
  FILE_TYPE_NAMES,
  LARGEST_FILE,
  cleanFileName,
  findFileType,
  formatFileSize,
  hasContentType,
} from '#domain/documents/files.ts';
import { documentMessages } from '#domain/documents/messages.ts';
import {
  type UploadDeps,
  anonymousUploadSchema,
  isReceived,
  toMetadata,
  toUploadIssue,
  startingUpload,
  uploadSchema,
  withIdentifierChosen,
} from '#domain/documents/rules.ts';
import { UploadResponse, type UploadValues } from '#domain/documents/shapes.ts';
import { getMessage, findProblems } from '#domain/issue.ts';
import { sentWithDocument } from '#test/support/sample-requests.ts';

const file = (name = 'lease.pdf', size = 2000) => ({ name, size, mediaType: '', content: new Blob([]) });
const facts: UploadDeps = { documentTypes: [{ id: 2, name: 'Proof of income' }], maxFileMegabytes: 10, file: file() };
const complete: UploadValues = {
  ...startingUpload,
  firstName: 'Zoë',
  lastName: "O'Brien-Smith Jr.",
  identifier: 'accountNumber',
  accountNumber: 'E100200301',
  accountNumberAgain: 'e100200301',
  file: 'lease.pdf',
  documentTypeId: '2',
};

/** Returns the messages of the visitors' form by field. */
const said = (change: Partial<UploadValues>, given: Partial<UploadDeps> = {}) => {
  const values = { ...complete, ...change };
  const problems = findProblems(anonymousUploadSchema({ ...facts, ...given }, values), values);
  return Object.fromEntries(problems.map(({ field, issue }) => [field, getMessage(documentMessages, issue)]));
};
const bySsn = (ssn: string, ssnAgain = ssn): Partial<UploadValues> => ({
  identifier: 'ssn',
  accountNumber: '',
  accountNumberAgain: '',
  ssn,
  ssnAgain,
});

describe('the form for visitors', () => {
  it('is complete with names, a repeated number, a file and its type', () => {
    expect(said({})).toEqual({});
    expect(said(bySsn('987-65-4321', '987654321'))).toEqual({});
  });

  it('reports all fields if it is empty', () => {
    expect(said(startingUpload, { file: null })).toEqual({
      firstName: 'Please enter your first name using letters, hyphens or spaces.',
      lastName: 'Please enter your last name using letters, hyphens or spaces.',
      identifier: 'Please make a selection.',
      file: 'Please choose a file.',
      documentTypeId: 'Please select a document type.',
    });
  });

  it.each(['R2D2', '<b>', '', '   ', '---'])('rejects the name %j', (name) => {
    expect(Object.keys(said({ firstName: name, lastName: name }))).toEqual(['firstName', 'lastName']);
  });

  it('accepts names of up to 50 characters', () => {
    expect(said({ firstName: 'a'.repeat(50) })).toEqual({});
    expect(said({ firstName: 'a'.repeat(51), lastName: 'a'.repeat(51) })).toEqual({
      firstName: 'Please enter your first name using letters, hyphens or spaces. Use up to 50 characters.',
      lastName: 'Please enter your last name using letters, hyphens or spaces. Use up to 50 characters.',
    });
  });

  it.each([
    [
      '',
      '',
      {
        accountNumber: 'Please enter your account number.',
        accountNumberAgain: 'Please re-enter your account number.',
      },
    ],
    ['12345678', '12345678', { accountNumber: 'Your account number must be nine digits.' }],
    ['12345678901', '12345678901', { accountNumber: 'Your account number must be nine digits.' }],
    ['123456789', '123456780', { accountNumberAgain: 'Account numbers must match.' }],
    ['1234567890', '1234567890', {}],
    [' E123456789 ', 'e123456789', {}],
  ])('validates the account numbers %j and %j', (accountNumber, accountNumberAgain, expected) => {
    expect(said({ accountNumber, accountNumberAgain })).toEqual(expected);
  });

  it.each([
    [
      '',
      '',
      { ssn: 'Social Security number must be 9 digits.', ssnAgain: 'Please re-enter your Social Security number.' },
    ],
    ['12345678', '12345678', { ssn: 'Social Security number must be 9 digits.' }],
    ['12345678a', '12345678a', { ssn: 'Social Security number must be 9 digits.' }],
    ['123456789', '123-45-6780', { ssnAgain: 'Social Security numbers must match.' }],
    ['123-45-6789', '123456789', {}],
  ])('validates the Social Security numbers %j and %j', (ssn, ssnAgain, expected) => {
    expect(said(bySsn(ssn, ssnAgain))).toEqual(expected);
  });

  it('clears only the four number fields when the kind of number changes', () => {
    const filled = { ...complete, ssn: '123456789', ssnAgain: '123456789' };
    const none = { accountNumber: '', accountNumberAgain: '', ssn: '', ssnAgain: '' };
    expect(withIdentifierChosen(filled)).toEqual({ ...complete, ...none });
  });

  it('sends trimmed names, and a number only if its kind is chosen', () => {
    const values = {
      ...startingUpload,
      firstName: ' Zoë ',
      lastName: ' Marsh ',
      accountNumber: 'A123456789',
      ssn: '123-45-6789',
      documentTypeId: '2',
    };
    const ids = { clientId: 1, applicationId: 2 };
    const always = { firstName: 'Zoë', lastName: 'Marsh', clientId: '1', applicationId: '2', documentTypeId: '2' };
    expect(toMetadata(values, ids)).toEqual(always);
    expect(toMetadata({ ...values, identifier: 'accountNumber' }, ids)).toEqual({
      ...always,
      accountNumber: '123456789',
    });
    expect(toMetadata({ ...values, identifier: 'ssn' }, ids)).toEqual({ ...always, uniqueId: '123456789' });
  });

  it('sends only the last nine digits of the chosen number', () => {
    const ids = { clientId: 7, applicationId: 8 };
    const common = {
      firstName: 'Zoë',
      lastName: "O'Brien-Smith Jr.",
      clientId: '7',
      applicationId: '8',
      documentTypeId: '2',
    };
    expect(toMetadata({ ...complete, firstName: ' Zoë ', accountNumber: '1234567890' }, ids)).toEqual({
      ...common,
      accountNumber: '234567890',
    });
    expect(toMetadata({ ...complete, ...bySsn('987-65-4321') }, ids)).toEqual({ ...common, uniqueId: '987654321' });
    expect(toMetadata({ ...complete, ...bySsn('987-65-4321') }, { ...ids, webAccountId: 'web-casey' })).toEqual({
      ...common,
      uniqueId: '987654321',
      webAccountId: 'web-casey',
    });
  });
});

describe('an upload without signing in', () => {
  const body = { ...sentWithDocument, attachment: { name: 'lease.pdf', size: 9, mediaType: 'application/pdf' } };
  const problems = (change: object) => findProblems(documents.uploadAnonymously.body, { ...body, ...change });

  it('requires an account number or a Social Security number', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ accountNumber: undefined, uniqueId: '123456789' })).toEqual([]);
    expect(problems({ accountNumber: undefined })).toEqual([
      { field: 'accountNumber', issue: { code: 'identifier.required' } },
    ]);
  });

  it('reports all errors at once', () => {
    expect(problems({ accountNumber: undefined, firstName: '' }).map(({ field }) => field)).toEqual([
      'firstName',
      'accountNumber',
    ]);
  });

  it('requires a file with name, size and media type', () => {
    for (const attachment of [{}, { name: 'a.pdf', size: 9 }, { name: 'a.pdf', mediaType: '' }, 'a.pdf']) {
      expect(problems({ attachment })).not.toEqual([]);
    }
  });
});

describe('a file', () => {
  const findIssue = (given: UploadDeps['file']) =>
    findProblems(uploadSchema({ ...facts, file: given }), complete)[0]?.issue;

  it('is validated by name and size before it is sent, with or without sign-in', () => {
    expect(findIssue(file())).toBeUndefined();
    expect(findIssue(null)).toEqual({ code: 'file.required' });
    expect(findIssue(file('lease.exe'))).toEqual({ code: 'file.type' });
    expect(findIssue(file('lease.pdf', 0))).toEqual({ code: 'file.empty' });
    expect(findIssue(file('lease.pdf', 10 * 1024 * 1024))).toBeUndefined();
    expect(findIssue(file('lease.pdf', 10 * 1024 * 1024 + 1))).toEqual({ code: 'file.tooLarge', megabytes: 10 });
    expect(said({}, { file: file('a.txt') })).toEqual({ file: 'Please choose a PDF, JPEG, PNG, TIFF or GIF file.' });
  });

  it('may have at most 25 MB', () => expect(LARGEST_FILE).toBe(25 * 1024 * 1024));

  it.each([
    ['a.pdf', '%PDF-1.4', 'application/pdf'],
    ['a.PDF', '%PDF-2.0', 'application/pdf'],
    ['a.jpg', '\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
    ['a.jpeg', '\u00ff\u00d8\u00ff\u00e1', 'image/jpeg'],
    ['a.png', '\u0089PNG\r\n\u001a\n', 'image/png'],
    ['a.tif', 'II*\u0000', 'image/tiff'],
    ['a.tiff', 'MM\u0000*', 'image/tiff'],
    ['a.gif', 'GIF87a', 'image/gif'],
    ['a.gif', 'GIF89a', 'image/gif'],
  ])('named %s that begins with %j has a matching type', (name, head, mediaType) => {
    const start = Buffer.from(head, 'latin1');
    expect(findFileType(name)?.mediaType).toBe(mediaType);
    expect(hasContentType(name, start)).toBe(true);
    // A part of the magic number, or a changed byte, does not match.
    expect(hasContentType(name, start.subarray(0, 2))).toBe(false);
    for (const at of [0, 1, 2]) {
      const other = Buffer.from(start);
      other[at] = (other[at] ?? 0) ^ 0x55;
      expect(hasContentType(name, other), `byte ${at}`).toBe(false);
    }
    expect(ACCEPTED_EXTENSIONS.split(',')).toContain(name.slice(1).toLowerCase());
  });

  it.each(['', 'a', 'lease', 'a.', 'pdf', 'a.pdf.exe', 'a.pdfx', 'a.svg', 'a.html', 'a.docm', 'a.pdf/b'])(
    'named %j has no allowed type',
    (name) => {
      expect(findFileType(name)).toBeUndefined();
      expect(hasContentType(name, Buffer.from('%PDF-1.7'))).toBe(false);
    },
  );

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [1024 * 1024 - 600, '1023 KB'],
    [1024 * 1024 - 1, '1.0 MB'],
    [2.44 * 1024 * 1024, '2.4 MB'],
  ])('of %d bytes has the display size %s', (size, text) => expect(formatFileSize(size)).toBe(text));

  it.each([
    ['.pdf', 'document.pdf'],
    ['', 'document'],
    ['...', 'document'],
    ['..\\..\\x.pdf', 'x.pdf'],
    ['a/b/', 'document'],
    [' my  scan .pdf', 'my scan.pdf'],
    ['a<b>:"c|?*.pdf', 'a_b___c___.pdf'],
    ['cafe\u0301.pdf', 'café.pdf'],
  ])('named %j is stored as %j', (name, clean) => expect(cleanFileName(name)).toBe(clean));

  it('has a sanitized name that hides nothing, contains no path and is not too long, for any original name', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 300 }), (name) => {
        const clean = cleanFileName(name);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}/\\<>:"|?*]/u);
        expect(clean).not.toMatch(/^[. ]|\s$/);
        expect(Array.from(clean).length).toBeLessThanOrEqual(100);
        expect(clean.length).toBeGreaterThan(0);
        expect(cleanFileName(clean)).toBe(clean);
      }),
    );
  });
});

describe('the file types', () => {
  it('have names that match the sentence', () => {
    const names = FILE_TYPES.map(({ name }) => name);
    expect(`${names.slice(0, -1).join(', ')} or ${names.at(-1)}`).toBe(FILE_TYPE_NAMES);
  });

  it('are recognized by extension, ignoring trailing spaces', () => {
    expect(findFileType('lease.PDF ')?.name).toBe('PDF');
  });
});

describe('the answer to an upload', () => {
  const refused: UploadResponse = { outcome: 'refused', reason: 'file.empty' };

  it('is parsed by its outcome', () => {
    expect(v.parse(UploadResponse, refused)).toEqual(refused);
    expect(v.is(UploadResponse, { ...refused, outcome: 'other' })).toBe(false);
    expect(v.is(UploadResponse, {})).toBe(false);
  });

  it('says whether the document was received', () => {
    const receipt = {
      confirmationNumber: 'U-1',
      uploadedDateTime: '2026-11-20T15:00:00Z',
      fileName: 'lease.pdf',
      fileSizeFormatted: '2 KB',
    };
    expect([isReceived({ outcome: 'received', receipt }), isReceived(refused)]).toEqual([true, false]);
  });
});

describe('the reason of a failed upload', () => {
  const refused = (status: number, code?: string) => {
    const fields = code === undefined ? [] : [{ field: 'file', code, message: '' }];
    const problem = { type: 'about:blank', title: 'Refused', status, fields };
    return { result: 'refused', answer: null, failure: { kind: 'refused', status, problem } } as const;
  };

  it('comes from the answer, the status or a field', () => {
    const answer = { outcome: 'refused', reason: 'file.content' } as const;
    expect(toUploadIssue({ result: 'refused', answer, failure: null }, 10)).toEqual({ code: 'file.content' });
    expect(toUploadIssue(refused(413), 10)).toEqual({ code: 'file.tooLarge', megabytes: 10 });
    expect(toUploadIssue(refused(429), 10)).toEqual({ code: 'uploads.tooOften' });
    expect(toUploadIssue(refused(422, 'file.type'), 10)).toEqual({ code: 'file.type' });
    expect(toUploadIssue(refused(422, 'documentType.required'), 10)).toEqual({ code: 'documentType.required' });
  });

  it('is the connection if the document never arrived', () => {
    expect(toUploadIssue({ result: 'neverArrived' }, 10)).toEqual({ code: 'upload.neverArrived' });
  });

  it('is unknown for any other refusal', () => {
    expect(toUploadIssue(refused(422, 'name.tooLong'), 10)).toBeNull();
    expect(toUploadIssue(refused(400), 10)).toBeNull();
    expect(toUploadIssue({ result: 'refused', answer: null, failure: null }, 10)).toBeNull();
  });
});
