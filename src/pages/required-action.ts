/** Required actions: two pages to read, and one with agreements. */
import { AGREEMENTS } from '#domain/session/access/shapes.ts';
import { requiredAction } from '#machines/portal/required-action/required-action.machine.ts';
import { actionAt } from '../app/flow/action.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { requiredActionViews } from '../views/portal/required-action/views.ts';

export default defineFlow<typeof requiredAction>({
  machine: requiredAction,
  views: requiredActionViews,
  input: ({ address }) => {
    const action = actionAt(address) ?? '';
    return { action, agreements: action === 'agreements' ? AGREEMENTS : [] };
  },
});
