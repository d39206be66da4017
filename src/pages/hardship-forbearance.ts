/** Hardship forbearance, as a flow of the portal. */
import { HardshipDraft } from '#domain/forbearance/shapes.ts';
import { hardshipDraft, hardshipForbearance } from '#machines/hardship-forbearance/hardship-forbearance.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { hardshipForbearanceViews } from '../views/hardship-forbearance/views.tsx';

export default defineFlow<typeof hardshipForbearance, HardshipDraft>({
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
