/** Hardship forbearance. */
import { HardshipDraft } from '#domain/repayment/forbearance/shapes.ts';
import {
  hardshipDraft,
  hardshipForbearance,
} from '#machines/repayment/hardship-forbearance/hardship-forbearance.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { flowDraft } from '../app/flow/draft.ts';
import { hardshipForbearanceViews } from '../views/repayment/hardship-forbearance/views.tsx';

export default defineFlow<typeof hardshipForbearance, HardshipDraft>({
  machine: hardshipForbearance,
  views: hardshipForbearanceViews,
  draft: flowDraft({
    schema: HardshipDraft,
    migrations: [],
    of: hardshipDraft,
    isUrgent: ({ submission }) => submission !== null,
  }),
  input: (_, draft) => ({ draft }),
});
