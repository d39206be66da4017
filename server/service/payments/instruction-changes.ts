/** Payment Instructions: the instruction of an account, its history and an example, and changes (rulings 15, 20). */
import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { accountName } from '#domain/account-name.ts';
import { instructionEffectiveFrom, instructionExamples, isSameInstruction } from '#domain/accounts/instructions.ts';
import { computePostingDay } from '#domain/banking-days.ts';
import type { CallSent } from '#domain/call.ts';
import { addDays } from '#domain/calendar.ts';
import type { payments } from '#domain/payments/calls.ts';
import { instructions } from '#domain/payments/instructions/calls.ts';
import { instructionMessages } from '#domain/payments/instructions/messages.ts';
import { validateInstruction } from '#domain/payments/instructions/rules.ts';
import type { InstructionChange } from '#domain/payments/instructions/shapes.ts';
import { sumAllParts } from '#domain/parts.ts';
import { minCents, sumCents, toCents } from '#domain/money.ts';
import { paymentInstructionChanges as rows } from '../../db/schema/index.ts';
import { readAccountNumbers } from '../portfolio/groups.ts';
import { readAllInstructions } from '../portfolio/instructions.ts';
import { lockBorrower } from '../../db/lock-borrower.ts';
import { readChoice, owedAccount } from '../portfolio/answers.ts';
import { ownRows } from '../own-rows.ts';
import { type AccountOnDay, groupsOn } from '../portfolio/portfolio.ts';
import { recordEvent } from '../../security-events.ts';
import { type Handler, type Scope, toActor, toEventData, refusedField } from '../scope.ts';
import { Submissions } from '../submissions.ts';

type SentAccount = NonNullable<CallSent<typeof instructions.read>['account']>;

/** The part of the example payment that is beyond the amount due. */
const EXTRA = toCents(10_000);

/** Returns the first payment to which a change applies, $100.00 beyond the amount then due, under each instruction. */
function exampleFor(account: AccountOnDay, scope: Scope): SentAccount['example'] {
  const date = instructionEffectiveFrom(scope.today);
  const before = addDays(computePostingDay(date), -1);
  const held = account.groups.map((group) => group.held);
  const onDay = groupsOn(account, date);
  const owed = sumCents(onDay.map((group) => sumAllParts(group.owed)));
  const totalDue = sumCents(groupsOn(account, before).map((group) => group.due.totalDue));
  const amount = minCents(sumCents([totalDue, EXTRA]), owed);
  return {
    date,
    amount,
    extra: toCents(amount - minCents(totalDue, amount)),
    rows: instructionExamples(held, { amount, effectiveDate: date }),
  };
}

async function instructionsFor(scope: Scope, account: AccountOnDay): Promise<SentAccount> {
  const { today } = scope;
  const { accountId, groups } = account;
  const effectiveFrom = instructionEffectiveFrom(today);
  const own = await readAllInstructions(scope);
  const [current, next] = [own.on(accountId, today), own.on(accountId, effectiveFrom)];
  const isMatch = eq(rows.accountId, accountId);
  const history = await ownRows(scope, rows, isMatch, desc(rows.changedAt), desc(rows.changeId));
  return {
    accountId,
    accountName: accountName(account),
    groups,
    current,
    next: isSameInstruction(current, next) ? null : { ...next, effectiveFrom },
    effectiveFrom,
    example: exampleFor(account, scope),
    history: history.map((row) => ({
      ...row,
      changedAt: row.changedAt.toISOString(),
      changedBy: row.actorIsImpersonator === true ? 'employee' : 'borrower',
    })),
  };
}

export const readInstructions: Handler<typeof instructions.read> = async (scope, { query: { account } }) => {
  const { accounts, chosen } = await readChoice(scope, account);
  return { accounts, account: chosen === undefined ? null : await instructionsFor(scope, chosen) };
};

/** The submissions of this call, and their outcomes. */
export const instructionSubmissions = new Submissions({
  submit: instructions.change,
  settle: instructions.settle,
  noun: 'change of where extra payments go',
});

/** Returns whether the change has an effect. Throws unless it is valid for an own account with a balance. */
async function hasEffect(scope: Scope, { accountId, code, groupId }: InstructionChange): Promise<boolean> {
  const account = await owedAccount(scope, accountId);
  const instructionsBy = await readAllInstructions(scope);
  const latest = instructionsBy.on(accountId, instructionEffectiveFrom(scope.today));
  const issue = validateInstruction({ code, groupId }, { groups: account.groups, latest });
  if (issue === undefined) return true;
  if (issue.code === 'instruction.same') return false;
  throw refusedField(
    "We didn't change where your extra payments go.",
    { field: 'groupId', issue },
    instructionMessages,
  );
}

/** Changes an instruction, once per idempotency key, for payments from the next banking day on. */
export const changeInstruction: Handler<typeof instructions.change> = (scope, { idempotencyKey, body }) =>
  instructionSubmissions.submitOnce(scope, { idempotencyKey, body }, async (within) => {
    await lockBorrower(within.db, within.borrowerKey);
    const effectiveFrom = instructionEffectiveFrom(within.today);
    if (!(await hasEffect(within, body))) return { answer: { isChanged: false, effectiveFrom }, record: body };
    const { db, borrowerKey, now: changedAt } = within;
    const changeId = randomUUID();
    await db.insert(rows).values({ borrowerKey, changeId, ...body, effectiveFrom, changedAt, ...toActor(within) });
    await recordEvent(db, { kind: 'instructionsChanged', ...toEventData(scope) });
    const created = { id: changeId, confirmationNumber: changeId };
    return { answer: { isChanged: true, effectiveFrom }, record: body, created };
  });

/** Returns the instructions of today, one row per account, ordered by number; `STANDARD` if there is no instruction. */
export const listInstructions: Handler<typeof payments.specialInstructions> = async (scope) => {
  const standing = await readAllInstructions(scope);
  return [...(await readAccountNumbers(scope))].map(([accountId, borrowerAccountNumber]) => ({
    borrowerAccountNumber,
    specialPaymentInstructionsCode: standing.on(accountId, scope.today).code,
  }));
};
