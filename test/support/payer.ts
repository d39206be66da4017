/** Payer and bank account of a sample payment, which both wire versions share (Y §3). */
import type { SubmitV1Wire, SubmitV2Wire } from '#domain/payments/submission-shapes.ts';

type Payer = Pick<SubmitV2Wire, keyof SubmitV1Wire & keyof SubmitV2Wire>;

/** Returns Pat with the saved method `method-1`, unless `given` overrides it. */
export const payer = (given: Partial<Payer> = {}): Payer => ({
  payerRoleId: 1,
  methodId: 'method-1',
  name: 'Pat Marsh',
  accountHolder: 'Pat Marsh',
  accountNickname: 'Everyday',
  routingNumber: '*****0093',
  accountNumber: '*****4519',
  paymentAccountTypeId: 1,
  savePaymentMethod: false,
  paymentSourceTypeId: 1,
  email: 'pat@example.com',
  paymentSourceRawDetails: 'test',
  ...given,
});
