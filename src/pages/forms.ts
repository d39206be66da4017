/** The servicer's forms, grouped by purpose. */
import { forms } from '#machines/documents/forms/forms.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { formsViews } from '../views/documents/forms/views.tsx';

export default defineFlow<typeof forms>({
  machine: forms,
  views: formsViews,
  input: ({ configuration }) => ({ configuration }),
});
