/** New bank accounts: bank look-up, verification, saving with a unique nickname, and payments (Y §4.3, §4.10, §5.2). */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { banking } from '#domain/payments/banking/calls.ts';
import { toEffectiveDate } from '#domain/calendar.ts';
import { payments } from '#domain/payments/calls.ts';
import { findProblems } from '#domain/issue.ts';
import type { SubmitV2Wire } from '#domain/payments/submission-shapes.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { notices, paymentMethods, scheduledPayments } from '#server/db/schema/index.ts';
import { seals } from '#server/db/seals.ts';
import { onWire } from '#test/support/on-wire.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import type { Scope } from '#server/service/scope.ts';
import { storeConfirmed } from '#test/support/confirmed.ts';
import { TODAY, openDemo, createScope } from '#test/support/database.ts';
import { messageFor } from '#server/http/messages.ts';
import { payer } from '#test/support/payer.ts';

const CHASE = '021000021';
/** A number with a valid checksum that belongs to no bank. */
const NO_BANK = '123456780';
const NOT_FOUND = 'The routing number cannot be found in our records.';
const NOT_VERIFIED = "We couldn't successfully verify the account number you entered. Please correct and try again.";
const TAKEN = 'The account nickname cannot match another payment method nickname.';

let opened: OpenedDatabase;
beforeAll(async () => {
  opened = await openDemo();
  await storeConfirmed(opened.db, createScope(opened, 'avery'));
  await storeConfirmed(opened.db, createScope(opened, 'blake'));
}, 60_000);
afterAll(() => opened.close());

const avery = () => createScope(opened, 'avery');
/** Casey pays for Avery. */
const casey = () => createScope(opened, 'avery', 'payer');

const readBank = async (routingNumber: string) =>
  (await handlers['banking.bankName'](casey(), { body: { routingNumber } })).bankName;

async function isVerified(accountNumber: string, routingNumber = CHASE): Promise<boolean> {
  const wire = { routingNumber, accountNumber, accountTypeId: 1, serviceType: 0, profileId: null };
  const answer = await handlers['banking.validate'](casey(), { body: v.parse(banking.validate.body, wire) });
  return answer.nachaValidationResult.isSuccessful;
}

type Profile = v.InferInput<typeof banking.save.body>;

const profile = (given: Partial<Profile> = {}): Profile => ({
  profileName: 'Vacation',
  accountTypeId: 2,
  accountNumber: '4711471147',
  routingNumber: CHASE,
  accountHolder: "José O'Brien",
  ...given,
});
const save = async (given: Partial<Profile> = {}, scope: Scope = avery()) =>
  (await handlers['banking.save'](scope, { body: v.parse(banking.save.body, profile(given)) })).result;

const refusal = (detail: string) => ({
  name: 'ServiceProblem',
  status: 422,
  title: "The bank account wasn't saved.",
  detail,
});
const savedBy = (borrowerKey: string) =>
  opened.db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.borrowerKey, borrowerKey))
    .orderBy(paymentMethods.profileId);

describe('the bank of a routing number', () => {
  it.each([
    ['021000021', 'JPMorgan Chase'],
    ['091000019', 'Wells Fargo'],
    ['256074974', 'Navy Federal Credit Union'],
  ])('finds %s: %s', async (routingNumber, name) => {
    expect(await readBank(routingNumber)).toBe(name);
  });

  it.each([
    ['without a bank', NO_BANK],
    ['of the Federal Reserve (ruling 40)', '011000015'],
    ['with a wrong checksum', '021000022'],
    ['of zeros', '000000000'],
  ])('does not find the bank of a number %s', async (_, routingNumber) => {
    expect(await readBank(routingNumber)).toBeNull();
  });

  it.each(['', '02100002', '0210000210', '02100002a', ' 21000021'])(
    'rejects the malformed number "%s"',
    (routingNumber) => {
      expect(v.safeParse(banking.bankName.body, { routingNumber }).success).toBe(false);
    },
  );
});

describe('account verification', () => {
  it('fails for numbers that end in 0000 and for unknown banks (ruling 21)', async () => {
    expect(await isVerified('4711471147')).toBe(true);
    expect(await isVerified('1000')).toBe(true);
    expect(await isVerified('00001')).toBe(true);
    expect(await isVerified('0000')).toBe(false);
    expect(await isVerified('4711470000')).toBe(false);
    for (const routingNumber of [NO_BANK, '011000015', '021000022', '000000000']) {
      expect(await isVerified('4711471147', routingNumber), routingNumber).toBe(false);
    }
  });

  it.each(['123', '123456789012345678', '12a4', ''])('rejects the malformed account number "%s"', (accountNumber) => {
    const wire = { routingNumber: CHASE, accountNumber, accountTypeId: 1, serviceType: 0, profileId: null };
    expect(v.safeParse(banking.validate.body, wire).success).toBe(false);
    expect(v.safeParse(banking.save.body, profile({ accountNumber })).success).toBe(false);
  });
});

describe('saving an account', () => {
  it('stores it with its nickname and shows it masked', async () => {
    const before = await handlers['payments.methods'](avery(), {});
    const profileId = await save({ profileName: 'Second home' });
    const methods = await handlers['payments.methods'](avery(), {});
    expect(methods).toHaveLength(before.length + 1);
    expect(methods.find((method) => method.profileId === profileId)).toMatchObject({
      profileName: 'Second home',
      bankName: 'JPMorgan Chase',
      accountTypeId: 2,
      accountNumber: '*****1147',
      routingNumber: '*****0021',
      accountHolder: "José O'Brien",
      createdDate: TODAY,
      lastUsedDate: null,
      webAccountId: 'web-avery',
    });
    const [row] = await opened.db.select().from(paymentMethods).where(eq(paymentMethods.profileId, profileId));
    expect(row && seals.paymentMethods.open(row)).toMatchObject({
      borrowerKey: 'avery',
      accountNumber: '4711471147',
      routingNumber: CHASE,
    });
    const isNotice = and(eq(notices.kind, 'bankAccountAdded'), eq(notices.borrowerKey, 'avery'));
    expect(await opened.db.$count(notices, isNotice)).toBe(1);
  });

  it.each<[string, Partial<Profile>]>([
    ['Account Nickname is required', { profileName: '' }],
    ['Account Nickname is required', { profileName: '   ' }],
    ['The Account Nickname must have between 2 and 27 characters.', { profileName: 'a' }],
    ['The Account Nickname must have between 2 and 27 characters.', { profileName: 'a'.repeat(28) }],
    ['Invalid Format for Account Nickname', { profileName: 'Rent & food' }],
    ['Name must include at least one letter.', { profileName: '2026' }],
    [TAKEN, { profileName: 'Everyday Checking' }],
    [TAKEN, { profileName: ' everyday CHECKING ' }],
    ['Name on Account is required.', { accountHolder: '' }],
    ['The Name on Account must have between 2 and 22 characters.', { accountHolder: 'A' }],
    ['The Name on Account must have between 2 and 22 characters.', { accountHolder: 'a'.repeat(23) }],
    ['Invalid Format for Account Name', { accountHolder: 'Avery <b>' }],
    ['Name must include at least one letter.', { accountHolder: '4711' }],
    [NOT_FOUND, { routingNumber: NO_BANK }],
    [NOT_FOUND, { routingNumber: '011000015' }],
    [NOT_FOUND, { routingNumber: '021000022' }],
    [NOT_VERIFIED, { accountNumber: '4711470000' }],
  ])('fails with "%s" for %j', async (detail, given) => {
    const before = await savedBy('avery');
    await expect(save({ profileName: 'Never saved', ...given })).rejects.toMatchObject(refusal(detail));
    expect(await savedBy('avery')).toEqual(before);
  });

  it('accepts a nickname with digits (ruling 57), and one that only another borrower uses', async () => {
    const blake = createScope(opened, 'blake');
    expect(await save({ profileName: 'Checking 2' }, blake)).toBeTruthy();
    expect(await save({ profileName: 'Everyday Checking' }, blake)).toBeTruthy();
  });

  it.each([
    ['routingNumber', '0210000210', 'The routing number must have 9 digits.'],
    ['accountNumber', '123456789012345678', 'The account number must have between 4 and 17 digits.'],
  ])('is rejected with the message of the field if %s has one digit too many', (field, typed, message) => {
    const [problem] = findProblems(banking.save.body, profile({ [field]: typed }));
    expect(problem?.field).toBe(field);
    expect(messageFor('banking.save', problem?.issue ?? { code: '' })).toBe(message);
  });

  it('trims names', async () => {
    const profileId = await save({ profileName: ' Around ', accountHolder: ' Avery Quist ' });
    const [row] = await opened.db.select().from(paymentMethods).where(eq(paymentMethods.profileId, profileId));
    expect(row).toMatchObject({ profileName: 'Around', accountHolder: 'Avery Quist' });
  });

  it('returns the same id for each retry', async () => {
    const first = await save({ profileName: 'Repeated' });
    const before = await savedBy('avery');
    expect(await save({ profileName: 'Repeated' })).toBe(first);
    expect(await save({ profileName: ' Repeated ' })).toBe(first);
    expect(await savedBy('avery')).toHaveLength(before.length);
    for (const other of [{ accountNumber: '4711471148' }, { routingNumber: '091000019' }]) {
      await expect(save({ profileName: 'Repeated', ...other })).rejects.toMatchObject(refusal(TAKEN));
    }
    expect(await savedBy('avery')).toEqual(before);
  });

  it('with another nickname creates another account', async () => {
    const first = await save({ profileName: 'One name' });
    expect(await save({ profileName: 'Another name' })).not.toBe(first);
  });

  it('again with another type or holder updates the saved account', async () => {
    const profileId = await save({ profileName: 'Put right', accountTypeId: 1 });
    expect(await save({ profileName: 'Put right', accountTypeId: 2, accountHolder: 'Avery Quist' })).toBe(profileId);
    const methods = await handlers['payments.methods'](avery(), {});
    expect(methods.filter(({ profileName }) => profileName === 'Put right')).toMatchObject([
      { profileId, accountTypeId: 2, accountHolder: 'Avery Quist', updatedDate: TODAY },
    ]);
    await expect(save({ profileName: 'Put right', accountHolder: '4711' })).rejects.toMatchObject(
      refusal('Name must include at least one letter.'),
    );
  });

  it.each<[string, Partial<Profile>]>([
    ['type', { accountTypeId: 1 }],
    ['holder', { accountHolder: 'Avery Quist' }],
  ])('again with another %s alone updates it', async (what, given) => {
    const profileId = await save({ profileName: `Another ${what}` });
    expect(await save({ profileName: `Another ${what}`, ...given })).toBe(profileId);
    const [row] = await opened.db.select().from(paymentMethods).where(eq(paymentMethods.profileId, profileId));
    expect(row).toMatchObject({ ...given, updatedDate: TODAY });
  });

  it('stores one row for twenty concurrent requests', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => save({ profileName: 'At once' })));
    expect(new Set(ids).size).toBe(1);
    const rows = (await savedBy('avery')).filter(({ profileName }) => profileName === 'At once');
    expect(rows.map(({ profileId }) => profileId)).toEqual([ids[0]]);
  });

  it('stores one of twenty accounts sent concurrently with one nickname', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        save({ profileName: index % 2 === 0 ? 'One of many' : 'ONE OF MANY', accountNumber: `471147${1000 + index}` }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject(refusal(TAKEN));
    }
    const rows = (await savedBy('avery')).filter(({ profileName }) => profileName.toLowerCase() === 'one of many');
    expect(rows).toHaveLength(1);
  });
});

describe('a payment from a new account', () => {
  type Given = Partial<
    Pick<
      SubmitV2Wire,
      | 'methodId'
      | 'routingNumber'
      | 'accountNumber'
      | 'accountNickname'
      | 'accountHolder'
      | 'paymentAccountTypeId'
      | 'savePaymentMethod'
    >
  >;

  async function payment(given: Given = {}): Promise<SubmitV2Wire> {
    const [account] = (await handlers['payments.borrowerPayment'](casey(), {})).borrowerAccountPayments;
    return {
      effectiveDate: toEffectiveDate(TODAY),
      paymentAmountControlTotal: onWire(12.34),
      advanceDueDate: false,
      borrowerPaymentV2: {
        borrowerAccountPaymentsV2: [
          {
            accountNumber: account?.accountNumber ?? '',
            paymentAmount: onWire(12.34),
            borrowerGroupPaymentsV2: [],
            isGroupLevelPayment: false,
            advanceDueDate: false,
          },
        ],
      },
      ...payer({
        payerRoleId: 2,
        methodId: null,
        name: 'Casey Lindqvist',
        accountHolder: 'Casey Lindqvist',
        accountNickname: '',
        routingNumber: CHASE,
        accountNumber: '98765432',
        email: 'casey@example.com',
      }),
      ...given,
    };
  }

  async function submit(given: Given = {}, scope: Scope = casey(), idempotencyKey: string = randomUUID()) {
    const body = v.parse(payments.submit.body, await payment(given));
    return handlers['payments.submit'](scope, { idempotencyKey, body });
  }

  const rows = async () =>
    (await opened.db.select().from(scheduledPayments).where(eq(scheduledPayments.borrowerKey, 'avery'))).map(
      seals.scheduledPayments.open,
    );

  it.each([false, true])(
    'by a payer creates one payment and no saved account, whatever it requests (%s)',
    async (request) => {
      const [before, savedBefore] = [await rows(), await savedBy('avery')];
      const key = randomUUID();
      const answer = await submit({ savePaymentMethod: request }, casey(), key);
      expect(answer.statusCode).toBe(0);
      expect(await submit({ savePaymentMethod: request }, casey(), key)).toEqual(answer);
      const known = new Set(before.map(({ paymentId }) => paymentId));
      const made = (await rows()).filter(({ paymentId }) => !known.has(paymentId));
      expect(made).toHaveLength(1);
      expect(made[0]).toMatchObject({
        profileId: null,
        paymentMethod: 'JPMorgan Chase *****5432',
        routingNumber: CHASE,
        bankAccountNumber: '98765432',
        accountTypeId: 1,
        accountHolder: 'Casey Lindqvist',
        amount: 12_34,
      });
      expect(await savedBy('avery')).toEqual(savedBefore);
      expect(await handlers['payments.methods'](casey(), {})).toEqual([]);
    },
  );

  it('may debit a savings account', async () => {
    const before = new Set((await rows()).map(({ paymentId }) => paymentId));
    expect(await submit({ paymentAccountTypeId: 2 })).toMatchObject({ statusCode: 0, statusResultMessage: '' });
    const made = (await rows()).filter(({ paymentId }) => !before.has(paymentId));
    expect(made).toMatchObject([{ accountTypeId: 2, bankAccountNumber: '98765432' }]);
  });

  it.each<[string, Given]>([
    ['The account number must have between 4 and 17 digits.', { accountNumber: '123456789012345678' }],
    ['The routing number must have 9 digits.', { routingNumber: '0210000210' }],
    ['The Name on Account must have between 2 and 22 characters.', { accountHolder: 'a'.repeat(23) }],
  ])('is rejected with "%s" and never truncated: %j', async (message, given) => {
    const before = await rows();
    expect(await submit(given)).toMatchObject({ statusResultMessage: expect.stringContaining(message) });
    expect(await rows()).toEqual(before);
  });

  it.each<[string, Given]>([
    ['JPMorgan Chase', {}],
    ['Rent', { accountNickname: 'Rent' }],
    ['Bank account', { routingNumber: NO_BANK }],
  ])('is recorded as debiting "%s" for %j', async (methodName, given) => {
    const key = randomUUID();
    await submit(given, casey(), key);
    const outcome = await handlers['payments.settle'](casey(), { body: { idempotencyKey: key } });
    expect(outcome).toMatchObject({
      outcome: 'recorded',
      record: { methodName, methodAccountNumber: '*****5432' },
    });
  });

  it('never returns full account numbers', async () => {
    const key = randomUUID();
    await submit({}, casey(), key);
    const outcome = await handlers['payments.settle'](casey(), { body: { idempotencyKey: key } });
    expect(outcome).toMatchObject({
      outcome: 'recorded',
      record: { methodName: 'JPMorgan Chase', methodAccountNumber: '*****5432' },
    });
    for (const answer of [outcome, await handlers['payments.scheduled'](casey(), {})]) {
      expect(JSON.stringify(answer)).not.toContain('98765432');
    }
  });

  it.each<[string, Given]>([
    [NOT_VERIFIED, { accountNumber: '98760000' }],
    [NOT_FOUND, { routingNumber: NO_BANK }],
    [NOT_FOUND, { routingNumber: '021000022' }],
    [NOT_FOUND, { routingNumber: '011000015' }],
    ['The routing number must have 9 digits.', { routingNumber: '*****0021' }],
    ['Routing Number is required.', { routingNumber: '' }],
    ['The account number must have between 4 and 17 digits.', { accountNumber: '*****5432' }],
    ['Account Number is required.', { accountNumber: '' }],
    ['Name on Account is required.', { accountHolder: ' ' }],
    ['Name must include at least one letter.', { accountHolder: '4711' }],
  ])('is rejected with "%s" for %j', async (message, given) => {
    const before = await rows();
    for (const scope of [casey(), avery()]) {
      expect(await submit(given, scope)).toEqual({
        statusCode: 1,
        statusResultMessage: message,
        paymentConfirmation: null,
        authorizationDate: null,
      });
    }
    expect(await rows()).toEqual(before);
  });

  it("is rejected if it names another borrower's saved account, or if a payer names the borrower's account", async () => {
    const before = await rows();
    const [foreign] = await savedBy('blake');
    const [own] = await savedBy('avery');
    expect(await submit({ methodId: foreign?.profileId ?? '' }, avery())).toMatchObject({ statusCode: 1 });
    expect(await submit({ methodId: foreign?.profileId ?? '' })).toMatchObject({ statusCode: 1 });
    expect(await submit({ methodId: own?.profileId ?? '' })).toMatchObject({ statusCode: 1 });
    expect(await submit({ methodId: 'no-such-method' }, avery())).toMatchObject({ statusCode: 1 });
    expect(await rows()).toEqual(before);
  });

  it('debits an account that was saved first by its id', async () => {
    const profileId = await save({ profileName: 'Saved first' });
    const before = new Set((await rows()).map(({ paymentId }) => paymentId));
    const masked = { routingNumber: '*****0021', accountNumber: '*****1147', savePaymentMethod: true };
    expect(await submit({ methodId: profileId, ...masked }, avery())).toMatchObject({ statusCode: 0 });
    const made = (await rows()).filter(({ paymentId }) => !before.has(paymentId));
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({ profileId, bankAccountNumber: '4711471147', routingNumber: CHASE });
  });
});
