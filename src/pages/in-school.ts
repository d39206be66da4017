/** In-school deferment. */
import { InSchoolDraft } from '#domain/repayment/deferment/shapes.ts';
import { inSchool, inSchoolDraft } from '#machines/repayment/in-school/in-school.machine.ts';
import { toUploadSettings } from '#machines/documents/upload/upload.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { flowDraft } from '../app/flow/draft.ts';
import { inSchoolViews } from '../views/repayment/in-school/views.tsx';

export default defineFlow<typeof inSchool, InSchoolDraft>({
  machine: inSchool,
  views: inSchoolViews,
  draft: flowDraft({
    schema: InSchoolDraft,
    migrations: [],
    of: inSchoolDraft,
    isUrgent: ({ submission }) => submission !== null,
  }),
  input: ({ configuration }, draft) => ({
    uploads: toUploadSettings(configuration),
    documentTypeId: configuration.postponementDocuments.inSchool,
    draft,
  }),
});
