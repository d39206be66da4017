import type { dashboard } from '#machines/dashboard/dashboard.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { Accounts } from './Accounts.tsx';
import { AccountsMissing } from './AccountsMissing.tsx';
import { Loading } from '../loading/Loading.tsx';

export const dashboardViews = {
  loading: Loading,
  showing: Accounts,
  couldNotLoad: AccountsMissing,
} satisfies ViewsOf<typeof dashboard>;
