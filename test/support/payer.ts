/** Who pays from which bank account, as both versions of a payment say it alike on the wire (Y §3). */
import type { SubmitV1Wire, SubmitV2Wire } from '#domain/payments/shapes.ts';

type Payer = Pick<SubmitV2Wire, keyof SubmitV1Wire & keyof SubmitV2Wire>;

/** Pat, by the saved method `method-1`, unless told otherwise. */
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
