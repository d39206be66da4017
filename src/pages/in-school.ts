/** The in-school deferment, as a flow of the portal. */
import { deferment as calls } from '#domain/deferment/calls.ts';
import { InSchoolDraft } from '#domain/deferment/shapes.ts';
import { inSchool, inSchoolDraft } from '#machines/in-school/in-school.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { inSchoolViews } from '../views/in-school/views.tsx';

export default defineFlow<typeof inSchool, InSchoolDraft>({
  machine: inSchool,
  views: inSchoolViews,
  draft: {
    schema: InSchoolDraft,
    migrations: [],
    of: inSchoolDraft,
    isUrgent: ({ submission }) => submission !== null,
  },
  firstCalls: () => [{ call: calls.eligibility }, { call: calls.inSchoolGroups }, { call: calls.currentSchool }],
  input: ({ configuration: { documents, clientId, applicationId, postponementDocuments } }, draft) => ({
    uploads: {
      documentTypes: documents.types,
      maxFileMegabytes: documents.maxFileMegabytes,
      ids: { clientId, applicationId },
    },
    documentTypeId: postponementDocuments.inSchool,
    draft,
  }),
});
