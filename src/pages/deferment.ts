/** Deferment by type. */
import { typeInQuery } from '#domain/repayment/deferment/rules.ts';
import { DefermentDraft } from '#domain/repayment/deferment/shapes.ts';
import { deferment, defermentDraft } from '#machines/repayment/deferment/deferment.machine.ts';
import { toUploadSettings } from '#machines/documents/upload/upload.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { flowDraft } from '../app/flow/draft.ts';
import { defermentViews } from '../views/repayment/deferment/views.tsx';

export default defineFlow<typeof deferment, DefermentDraft>({
  machine: deferment,
  views: defermentViews,
  draft: flowDraft({
    schema: DefermentDraft,
    migrations: [],
    of: defermentDraft,
    isUrgent: ({ submission }) => submission !== null,
  }),
  input: ({ configuration, query }, draft) => {
    const { minDependents, maxDependents, idrAgiMaxAmount } = configuration;
    return {
      limits: { minDependents, maxDependents, idrAgiMaxAmount },
      startRanges: configuration.defermentStart,
      uploads: toUploadSettings(configuration),
      documentTypeIds: configuration.postponementDocuments,
      requestedType: typeInQuery(query),
      draft,
    };
  },
});
