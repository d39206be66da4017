import type { captiveAction } from '#machines/captive-action/captive-action.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { CaptivePage, Declined, WentOn } from './CaptivePage.tsx';

export const captiveActionViews = {
  reading: CaptivePage,
  goingOn: CaptivePage,
  declined: Declined,
  wentOn: WentOn,
} satisfies ViewsOf<typeof captiveAction>;
