/**
 * An example of each call, from which the tests make every call as every person. A call that has none here fails the
 * tests, so that none is forgotten. What has `foreign` names rows: it is made again with somebody else's.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { effectiveDateOf } from '#domain/calendar.ts';
import { accounts } from '#domain/accounts/calls.ts';
import { payments } from '#domain/payments/calls.ts';
import { PaymentMethodProfile } from '#domain/payments/shapes.ts';
import { TODAY } from '#test/support/database.ts';
import { type TestServer, type WireRequest, jsonOf } from '#test/support/server.ts';

/** The rows of one borrower that requests may name. */
export interface Rows {
  readonly accountNumber: string;
  readonly groupId: string;
  readonly methodId: string | null;
}

type Ask = Omit<WireRequest, 'token'>;

export interface Example {
  /** The request with the caller's own rows. */
  own(rows: Rows): Ask;
  /** Requests in which one row is not the caller's, by the kind of row. */
  readonly foreign?: Readonly<Record<string, (own: Rows, foreign: Rows) => Ask>>;
}

const plain: Example = { own: () => ({}) };

function payment({ accountNumber, methodId }: Rows, groups: readonly unknown[] = []): Ask {
  return {
    idempotencyKey: randomUUID(),
    body: {
      effectiveDate: effectiveDateOf(TODAY),
      paymentAmountControlTotal: 10,
      advanceDueDate: false,
      borrowerPaymentV2: {
        borrowerAccountPaymentsV2: [
          {
            accountNumber,
            paymentAmount: 10,
            borrowerGroupPaymentsV2: groups,
            isGroupLevelPayment: groups.length > 0,
            advanceDueDate: false,
          },
        ],
      },
      payerRoleId: 1,
      methodId,
      name: 'Test Person',
      accountHolder: 'Test Person',
      accountNickname: 'Everyday',
      routingNumber: '*****0021',
      accountNumber: '*****4321',
      paymentAccountTypeId: 1,
      savePaymentMethod: false,
      paymentSourceTypeId: 1,
      email: 'test@example.com',
      paymentSourceRawDetails: 'test',
    },
  };
}

/** A bank account that nobody has saved yet. */
const bankAccount = { routingNumber: '021000021', accountNumber: '4711471147', accountTypeId: 1 };

const group = ({ accountNumber, groupId }: Rows) => ({
  accountNumber,
  groupId,
  paymentAmount: 10,
  advanceDueDate: false,
});

export const EXAMPLES: Readonly<Record<string, Example>> = {
  'portal.contentVersion': { own: () => ({ params: { clientId: '1', appId: '1' } }) },
  'portal.serverTime': plain,
  'content.item': { own: () => ({ params: { section: 'payments', name: 'pay-now-disclaimer' } }) },
  'accounts.list': plain,
  'banking.bankName': { own: () => ({ body: { routingNumber: bankAccount.routingNumber } }) },
  'banking.validate': { own: () => ({ body: { ...bankAccount, serviceType: 0, profileId: null } }) },
  'banking.save': {
    own: () => ({ body: { ...bankAccount, profileName: 'My Checking Account', accountHolder: 'Test Person' } }),
  },
  'payments.overview': plain,
  'payments.availableDates': plain,
  'payments.borrowerPayment': plain,
  'payments.methods': plain,
  'payments.scheduled': plain,
  'payments.submit': {
    own: (rows) => payment(rows),
    foreign: {
      account: (own, foreign) => payment({ ...own, accountNumber: foreign.accountNumber }),
      group: (own, foreign) => payment(own, [group(foreign)]),
      'group of an own account': (own, foreign) =>
        payment(own, [group({ ...own, groupId: `${foreign.groupId}-not-mine` })]),
      paymentMethod: (own, foreign) => payment({ ...own, methodId: foreign.methodId ?? 'not-mine' }),
    },
  },
  'payments.settle': { own: () => ({ body: { idempotencyKey: randomUUID() } }) },
};

const Wire = v.object({
  borrowerAccountPayments: v.array(
    v.object({ accountNumber: v.string(), borrowerGroupPayments: v.array(v.object({ groupId: v.string() })) }),
  ),
});
const Cards = v.object({ federalAccounts: v.array(v.object({ accountNumber: v.string() })) });

/** Looks up the rows of a demo borrower by the API itself. */
export async function rowsOf(server: TestServer, signIn: string): Promise<Rows> {
  const token = await server.tokenOf(signIn);
  const due = await jsonOf(await server.make(payments.borrowerPayment, { token }), Wire);
  const methods = await jsonOf(await server.make(payments.methods, { token }), v.array(PaymentMethodProfile));
  const cards = await jsonOf(await server.make(accounts.list, { token }), Cards);
  const [account] = due.borrowerAccountPayments;
  const [first] = account?.borrowerGroupPayments ?? [];
  const accountNumber = account?.accountNumber ?? cards.federalAccounts[0]?.accountNumber;
  if (accountNumber === undefined || first === undefined) throw new Error(`${signIn} has no account`);
  return { accountNumber, groupId: first.groupId, methodId: methods[0]?.profileId ?? null };
}
