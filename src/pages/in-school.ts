/** The in-school deferment, as a flow of the portal. */
import { deferment as calls } from '#domain/deferment/calls.ts';
import { InSchoolDraft } from '#domain/deferment/shapes.ts';
import { inSchool, inSchoolDraft } from '#machines/in-school/in-school.machine.ts';
import { uploadSettingsOf } from '#machines/kit/upload.machine.ts';
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
  input: ({ configuration }, draft) => ({
    uploads: uploadSettingsOf(configuration),
    documentTypeId: configuration.postponementDocuments.inSchool,
    draft,
  }),
});
