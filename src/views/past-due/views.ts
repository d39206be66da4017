import type { ViewsOf } from '#machines/kit/view.ts';
import type { pastDue } from '#machines/past-due/past-due.machine.ts';
import { AmountUnknown, FindingAmount, OpenedAccount, PastDue } from './PastDue.tsx';

export const pastDueViews = {
  findingAmount: FindingAmount,
  showingAmount: PastDue,
  amountUnknown: AmountUnknown,
  openingAccount: PastDue,
  openedAccount: OpenedAccount,
} satisfies ViewsOf<typeof pastDue>;
