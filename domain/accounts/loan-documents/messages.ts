/** Texts of the lists of documents. */
import type { DocumentKind } from './shapes.ts';

interface ListTexts {
  readonly intro: string;
  /** The label of a row's amount. */
  readonly amount: string;
  readonly none: string;
}

export const listTexts: Readonly<Record<DocumentKind, ListTexts>> = {
  statement: {
    intro: 'Each statement shows what you paid in a month and what you owed at its end.',
    amount: 'Payments',
    none: 'You have no statements yet. You get one for each month after you start repayment.',
  },
  schedule: {
    intro: 'A payment schedule lists each payment until your loans are paid off, if you pay what is due.',
    amount: 'Payoff today',
    none: 'You have no loans with payments to come.',
  },
  tax: {
    intro: 'You may be able to deduct the interest that you paid. There is one form for each lender and year.',
    amount: 'Interest paid',
    none: 'You have no tax forms, because you paid no interest in an earlier year.',
  },
  mortgageLetter: {
    intro: 'Choose an account. The mortgage letter confirms to a lender what you owe on it.',
    amount: 'Payoff today',
    none: 'You have no loan accounts to verify.',
  },
};
