/** Download My Record: everything that we hold about the borrower's loans as one ZIP file. */
import { downloadRecord } from '#machines/accounts/download-record/download-record.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { downloadRecordViews } from '../views/accounts/download-record/views.ts';

export default defineFlow<typeof downloadRecord>({
  machine: downloadRecord,
  views: downloadRecordViews,
  input: () => ({}),
});
