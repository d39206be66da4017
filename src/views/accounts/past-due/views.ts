import type { ViewsOf } from '#machines/kit/view.ts';
import type { pastDue } from '#machines/accounts/past-due/past-due.machine.ts';
import { Loading } from '../../kit/loading/Loading.tsx';
import { AmountUnknown, OpenedAccount, PastDue } from './PastDue.tsx';

export const pastDueViews = {
  findingAmount: Loading,
  showingAmount: PastDue,
  amountUnknown: AmountUnknown,
  // The same view as the preceding state, so that the pressed button keeps focus.
  openingAccount: PastDue,
  couldNotOpenAccount: PastDue,
  openedAccount: OpenedAccount,
} satisfies ViewsOf<typeof pastDue>;
