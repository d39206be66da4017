/** Hardship forbearance. */
import { HardshipDraft } from '#domain/repayment/forbearance/shapes.ts';
import {
  hardshipDraft,
  hardshipForbearance,
} from '#machines/repayment/hardship-forbearance/hardship-forbearance.machine.ts';
import { defineDraftedFlow } from '../app/flow/define-drafted-flow.ts';
import { hardshipForbearanceViews } from '../views/repayment/hardship-forbearance/views.tsx';

export default defineDraftedFlow<typeof hardshipForbearance, HardshipDraft>({
  machine: hardshipForbearance,
  views: hardshipForbearanceViews,
  draft: {
    schema: HardshipDraft,
    migrations: [],
    of: hardshipDraft,
    isUrgent: ({ submission }) => submission !== null,
  },
  input: (_, draft) => ({ draft }),
});
