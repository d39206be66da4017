/** The call that downloads a copy of everything that the portal holds about a borrower. */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import { FileResponse } from '../../file.ts';

export const record = {
  download: defineCall({
    id: 'record.download',
    method: 'POST',
    path: 'records/downloads',
    summary:
      "Returns a ZIP file with the borrower's payments, applications, messages, uploads and loans. Requires the password again. Refuses impersonators and people whose password is managed elsewhere (403)",
    access: ['borrower'],
    limited: true,
    timeLimit: 'upload',
    body: v.strictObject({ password: v.string() }),
    answersFile: ['application/zip'],
    response: FileResponse,
  }),
};
