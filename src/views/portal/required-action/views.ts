import type { requiredAction } from '#machines/portal/required-action/required-action.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { RequiredActionPage, Declined, Left } from './RequiredActionPage.tsx';

export const requiredActionViews = {
  reading: RequiredActionPage,
  leaving: RequiredActionPage,
  declined: Declined,
  left: Left,
} satisfies ViewsOf<typeof requiredAction>;
