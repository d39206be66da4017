/** The pages that come before everything else: two to read, one to agree. */
import { AGREEMENTS } from '#domain/access/shapes.ts';
import { captiveAction } from '#machines/captive-action/captive-action.machine.ts';
import { actionAt } from '../app/action.ts';
import { defineFlow } from '../app/flow-definition.ts';
import { captiveActionViews } from '../views/captive-action/views.ts';

export default defineFlow<typeof captiveAction>({
  machine: captiveAction,
  views: captiveActionViews,
  input: ({ address }) => {
    const action = actionAt(address) ?? '';
    return { action, agreements: action === 'agreements' ? AGREEMENTS : [] };
  },
});
