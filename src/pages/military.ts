/** Military deferment. */
import { MilitaryDraft } from '#domain/repayment/military/shapes.ts';
import { toUploadSettings } from '#machines/documents/upload/upload.machine.ts';
import { military, militaryDraft } from '#machines/repayment/military/military.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { flowDraft } from '../app/flow/draft.ts';
import { militaryViews } from '../views/repayment/military/views.tsx';

export default defineFlow<typeof military, MilitaryDraft>({
  machine: military,
  views: militaryViews,
  draft: flowDraft({
    schema: MilitaryDraft,
    migrations: [],
    of: militaryDraft,
    isUrgent: ({ submission }) => submission !== null,
  }),
  input: ({ configuration }, draft) => ({
    uploads: toUploadSettings(configuration),
    documentTypeId: configuration.postponementDocuments.military,
    hostilePaySince: configuration.hostilePayMinimumDisbursementDate,
    draft,
  }),
});
