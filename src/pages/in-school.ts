/** In-school deferment. */
import { InSchoolDraft } from '#domain/repayment/deferment/shapes.ts';
import { inSchool, inSchoolDraft } from '#machines/repayment/in-school/in-school.machine.ts';
import { uploadSettingsOf } from '#machines/documents/upload/upload.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { inSchoolViews } from '../views/repayment/in-school/views.tsx';

export default defineDraftedFlow<typeof inSchool, InSchoolDraft>({
  machine: inSchool,
  views: inSchoolViews,
  draft: {
    schema: InSchoolDraft,
    migrations: [],
    of: inSchoolDraft,
    isUrgent: ({ submission }) => submission !== null,
  },
  input: ({ configuration }, draft) => ({
    uploads: uploadSettingsOf(configuration),
    documentTypeId: configuration.postponementDocuments.inSchool,
    draft,
  }),
});
