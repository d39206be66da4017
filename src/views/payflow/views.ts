import type { ViewsOf } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payflow/payflow.machine.ts';
import { CouldNotLoad } from '../loading/CouldNotLoad.tsx';
import { Loading } from '../loading/Loading.tsx';
import { Method } from './Method.tsx';
import { Receipt } from './Receipt.tsx';
import { Review } from './Review.tsx';
import { Schedule } from './Schedule.tsx';

export const payflowViews = {
  gettingPaymentFacts: Loading,
  couldNotGetPaymentFacts: CouldNotLoad,
  choosingAmounts: Schedule,
  choosingMethod: Method,
  reviewing: Review,
  // The same view as before, so that the button that was pressed keeps its focus.
  submittingPayment: Review,
  paymentRefused: Review,
  paymentReceived: Receipt,
} satisfies ViewsOf<typeof payflow>;
