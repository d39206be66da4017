import type { downloadRecord } from '#machines/accounts/download-record/download-record.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { ConfirmDownload } from './ConfirmDownload.tsx';
import { RecordSaved } from './RecordSaved.tsx';

export const downloadRecordViews = {
  confirming: ConfirmDownload,
  // The same view, so that the pressed button keeps focus.
  preparing: ConfirmDownload,
  savingFile: ConfirmDownload,
  saved: RecordSaved,
} satisfies ViewsOf<typeof downloadRecord>;
