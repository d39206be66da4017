/** Make a Payment. */
import { ZERO, centsFromDollars } from '#domain/money.ts';
import { bankFieldLabels } from '#domain/payments/banking/messages.ts';
import { parsePayLink } from '#domain/payments/pay-link.ts';
import { PaymentDraft } from '#domain/payments/submission-shapes.ts';
import { payflowDraft } from '#machines/payments/payflow/payflow.context.ts';
import { payflow } from '#machines/payments/payflow/payflow.machine.ts';
import { defineFlow } from '../app/flow/define-flow.ts';
import { flowDraft } from '../app/flow/draft.ts';
import { lazyParts } from '../app/flow/lazy-parts.tsx';
import { CouldNotLoad } from '../views/kit/loading/CouldNotLoad.tsx';
import { Loading } from '../views/kit/loading/Loading.tsx';
import { Schedule } from '../views/payments/payflow/Schedule.tsx';

const later = lazyParts(() => import('../views/payments/payflow/lazy-views.ts'), { what: 'Screens of this page' });
/** These states share one view, so that the pressed button keeps focus. */
const Review = later.part('Review');

export default defineFlow<typeof payflow, PaymentDraft>({
  machine: payflow,
  views: {
    loadingPaymentData: Loading,
    couldNotLoad: CouldNotLoad,
    choosingAmounts: Schedule,
    choosingMethod: later.part('Method'),
    reviewing: Review,
    submittingPayment: Review,
    paymentRefused: Review,
    paymentReceived: later.part('Receipt'),
  },
  later,
  draft: flowDraft({
    schema: PaymentDraft,
    migrations: [],
    of: payflowDraft,
    isUrgent: ({ submission }) => submission !== null,
    labels: bankFieldLabels,
    isSetAside: ({ isDraftSetAside }) => isDraftSetAside,
  }),
  input: ({ person, configuration, flags, userAgent, query }, draft) => {
    if (person === null) throw new Error('Make a Payment requires sign-in');
    const { payerRoleIds, paymentSourceTypeId, nameOnAccount, nickname } = configuration;
    const nearPayoffRange = centsFromDollars(configuration.nearPayoffRange) ?? ZERO;
    const limits = { nameOnAccount, nickname };
    return {
      limits,
      person,
      payerRoleId: payerRoleIds[person.role],
      paymentSourceTypeId,
      userAgent,
      nearPayoffRange,
      submitVersion: flags.isSubmitPaymentApiVersionV2 ? 2 : 1,
      hasNewSidebar: flags.useNewPaymentSidebar,
      draft,
      link: parsePayLink(query),
    };
  },
});
