/** Payment Methods: the uses of saved accounts, another nickname, removal, and who made a change (Y §5.2). */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { banking } from '#domain/payments/banking/calls.ts';
import type { OpenedDatabase } from '#server/db/open.ts';
import { scheduledPayments, submissions } from '#server/db/schema/index.ts';
import { handlers } from '#test/support/wire-handlers.ts';
import type { Scope } from '#server/service/scope.ts';
import { storeConfirmed } from '#test/support/confirmed.ts';
import { openDemo, createScope } from '#test/support/database.ts';

let opened: OpenedDatabase;
/** The accounts before any test. */
let methods: Awaited<ReturnType<typeof listed>>;
beforeAll(async () => {
  opened = await openDemo();
  await storeConfirmed(opened.db, createScope(opened, 'avery'));
  await storeConfirmed(opened.db, createScope(opened, 'blake'));
  methods = await listed();
}, 60_000);
afterAll(() => opened.close());

const avery = () => createScope(opened, 'avery');
const listed = (scope: Scope = avery()) => handlers['banking.methods'](scope, {});
const readId = async (name: string) => {
  const method = (await listed()).find(({ profileName }) => profileName === name);
  if (method === undefined) throw new Error(`No account ${name}`);
  return method.profileId;
};

type Change = v.InferInput<typeof banking.change.body>;
const change = (body: Change, scope: Scope = avery(), idempotencyKey: string = randomUUID()) =>
  handlers['banking.change'](scope, { idempotencyKey, body: v.parse(banking.change.body, body) });

const save = async (profileName: string, accountNumber: string) => {
  const body = {
    profileName,
    accountTypeId: 1 as const,
    accountNumber,
    routingNumber: '021000021',
    accountHolder: 'A Q',
  };
  return (await handlers['banking.save'](avery(), { body })).result;
};

it('lists each account with the payments that use it, and removes it only after they were canceled', async () => {
  const drawn = await opened.db.select().from(scheduledPayments).where(eq(scheduledPayments.borrowerKey, 'avery'));
  expect(methods).toHaveLength(2);
  for (const { profileId, scheduledPayments: uses } of methods) {
    const own = drawn.filter((payment) => payment.profileId === profileId);
    expect(uses.map(({ paymentDetailId }) => paymentDetailId).toSorted()).toEqual(
      own.map(({ paymentDetailId }) => paymentDetailId).toSorted(),
    );
  }
  expect(methods.flatMap((method) => method.scheduledPayments)).toEqual([
    expect.objectContaining({ sumOfPaymentAmount: 50, effectiveDate: '2026-11-25' }),
  ]);

  const used = methods.find((method) => method.scheduledPayments.length > 0);
  const profileId = used?.profileId ?? '';
  expect(await change({ change: 'remove', profileId })).toEqual({ result: false });
  expect((await listed()).map((method) => method.profileId)).toContain(profileId);
  await opened.db
    .delete(scheduledPayments)
    .where(and(eq(scheduledPayments.borrowerKey, 'avery'), eq(scheduledPayments.profileId, profileId)));
  expect(await change({ change: 'remove', profileId })).toEqual({ result: true });
  expect((await listed()).map((method) => method.profileId)).not.toContain(profileId);
});

it('changes an account once per key, and settles a lost response', async () => {
  const profileId = await save('Vacation', '47114711');
  const [key, other] = [randomUUID(), randomUUID()];
  const body = { change: 'rename', profileId, profileName: ' Summer ' } as const;
  expect(await change(body, avery(), key)).toEqual({ result: true });
  expect(await readId('Summer')).toBe(profileId);
  expect(await change({ ...body, profileName: 'Winter' })).toEqual({ result: true });
  // The repeated request is answered, not made again.
  expect(await change(body, avery(), key)).toEqual({ result: true });
  expect(await readId('Winter')).toBe(profileId);
  const settle = (idempotencyKey: string) => handlers['banking.settleChange'](avery(), { body: { idempotencyKey } });
  expect(await settle(key)).toEqual({ outcome: 'recorded', answer: { result: true }, record: body });
  expect(await settle(other)).toEqual({ outcome: 'closed' });
  await expect(change({ change: 'remove', profileId }, avery(), other)).rejects.toMatchObject({ status: 409 });
  expect(await change({ change: 'remove', profileId })).toEqual({ result: true });
  expect(await change({ change: 'remove', profileId })).toEqual({ result: false });
});

it.each([
  ['', 'nickname.required', 'Account Nickname is required'],
  ['1', 'nickname.length', 'The Account Nickname must have between 2 and 27 characters.'],
  ['My <Account>', 'nickname.format', 'Invalid Format for Account Nickname'],
  ['2026', 'nickname.noLetter', 'Name must include at least one letter.'],
  ['SAVED ', 'nickname.taken', 'The account nickname cannot match another payment method nickname.'],
])('refuses the nickname "%s" with its field', async (profileName, code, message) => {
  await save('Saved', '47114712');
  const profileId = await save('Mine', '47114713');
  await expect(change({ change: 'rename', profileId, profileName })).rejects.toMatchObject({
    status: 422,
    fields: [{ field: 'profileName', code, message }],
  });
  expect(await readId('Mine')).toBe(profileId);
});

it("neither lists, renames nor removes another borrower's account", async () => {
  const profileId = await save('Private', '47114714');
  const blake = createScope(opened, 'blake');
  expect((await listed(blake)).map((method) => method.profileId)).not.toContain(profileId);
  expect(await change({ change: 'rename', profileId, profileName: 'Theirs' }, blake)).toEqual({ result: false });
  expect(await change({ change: 'remove', profileId }, blake)).toEqual({ result: false });
  expect(await readId('Private')).toBe(profileId);
});

it('records an impersonator as the person who removed an account', async () => {
  const profileId = await save('Old', '47114715');
  const frankie = { ...avery(), webAccountId: 'web-frankie' };
  const scope = { ...frankie, person: { ...frankie.person, isImpersonator: true } };
  expect(await change({ change: 'remove', profileId }, scope)).toEqual({ result: true });
  const [row] = await opened.db.select().from(submissions).where(eq(submissions.createdId, profileId));
  expect(row).toMatchObject({
    call: 'banking.change',
    record: { change: 'remove', profileId },
    actorWebAccountId: 'web-frankie',
    actorRole: 'borrower',
    actorIsImpersonator: true,
  });
});
