/** The type of a payment as the borrower or an authorized payer sees it (Y §6). */
import type { Person } from '#domain/session/identity/shapes.ts';
import { AUTO_DEBIT, PAY_BY_PHONE, typeForBorrower, typeForPayer } from '#domain/payments/payment-types.ts';
import { Content } from '../../../ui/index.ts';

export interface PaymentTypeProps {
  /** The payment type, or `Cancelled` or `Returned`. */
  readonly type: string;
  /** Who reads it. */
  readonly reader: Person['role'];
}

export function PaymentType({ type, reader }: PaymentTypeProps) {
  if (reader === 'payer') return typeForPayer(type);
  switch (type) {
    case AUTO_DEBIT:
      return <Content section="payments" name="auto-debit-name" inline fallback={typeForBorrower(type)} />;
    case PAY_BY_PHONE:
      return <Content section="payments" name="pay-by-phone-name" inline fallback={typeForBorrower(type)} />;
    default:
      return type;
  }
}
