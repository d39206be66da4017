/** Payment by group (Y §2.1, §4.1, §5.1), and the effect of an amount on the due date. */
import type { Locator, Page } from '@playwright/test';
import {
  REVIEW_FIELDS,
  THANKS,
  account,
  agreeAndSubmit,
  alert,
  button,
  enterOtherAmount,
  fact,
  line,
  paymentDate,
  press,
  seeStep,
  startPaying,
  usd,
} from './support/person.ts';
import { due, groupsDue, scheduled, scheduledSince } from './support/record.ts';
import { expect, test } from './support/test.ts';

const KEEP = "Don't advance my due date";

/** Switches an account to payment by group. */
const byGroup = (page: Page, number: string): Promise<void> =>
  page
    .getByRole('tablist', { name: new RegExp(`^How to pay .* · ${number}$`) })
    .getByRole('tab', { name: 'Pay by Group' })
    .click();

const byAccount = (page: Page, number: string): Promise<void> =>
  page
    .getByRole('tablist', { name: new RegExp(`^How to pay .* · ${number}$`) })
    .getByRole('tab', { name: 'Pay by Account' })
    .click();

const group = (page: Page, number: string, id: string): Locator => account(page, `${number}, group ${id}`);

const enterGroupAmount = (page: Page, number: string, id: string, amount: string): Promise<Locator> =>
  enterOtherAmount(page, `${number}, group ${id}`, amount);

/** Avery's past due account: group A is current, group B is two months late. */
const PAST_DUE = 'E104882913';

test('avery pays one account by group, from a new bank account that is saved', async ({ page, monitor, demoUser }) => {
  await startPaying(page, await demoUser('avery'));
  const before = await scheduled(page, monitor);
  const others = (await due(page, monitor)).borrowerAccountPayments.filter(
    ({ accountNumber }) => accountNumber !== PAST_DUE,
  );
  const { A, B } = await groupsDue(page, monitor, PAST_DUE);
  for (const { accountNumber } of others) await enterOtherAmount(page, accountNumber, '0');

  await byGroup(page, PAST_DUE);
  await expect(group(page, PAST_DUE, 'A').getByRole('radio', { name: /^Total due/ })).toBeChecked();
  await expect(group(page, PAST_DUE, 'B').getByRole('radio', { name: /^Total due/ })).toBeChecked();
  await expect(group(page, PAST_DUE, 'A').getByRole('radio', { name: /^Past due only/ })).toHaveCount(0);
  await group(page, PAST_DUE, 'B')
    .getByRole('radio', { name: `Past due only ${usd(B.pastDueAmt)}` })
    .check();
  const total = usd(A.totalDue + B.pastDueAmt);
  await expect(line(page, `${PAST_DUE}, group A`)).toHaveText(usd(A.totalDue));
  await expect(line(page, `${PAST_DUE}, group B`)).toHaveText(usd(B.pastDueAmt));
  await expect(fact(page, 'Total Payment')).toHaveText(total);

  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await press(page, 'Add Payment Method');
  await page.getByRole('textbox', { name: 'Routing Number', exact: true }).fill('021000021');
  await expect(page.getByText('JPMorgan Chase', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Account Number', exact: true }).fill('987654321');
  await page.getByRole('textbox', { name: 'Name on Account', exact: true }).fill('Avery Lindqvist');
  await page.getByRole('checkbox', { name: 'Save this payment method' }).check();
  await page.getByRole('textbox', { name: 'Account Nickname', exact: true }).fill('My Checking Account');
  await press(page, 'Continue');

  await seeStep(page, 'Review & Submit');
  await expect(line(page, `${PAST_DUE}, group B`)).toHaveText(usd(B.pastDueAmt));
  await expect(fact(page, 'Total Payment')).toHaveText(total);
  await expect(fact(page, 'Email')).toHaveText(/^a\*{5}@/);
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  await expect(page.getByRole('heading', { name: THANKS })).toBeVisible();
  await expect(line(page, `${PAST_DUE}, group A`)).toHaveText(usd(A.totalDue));
  await expect(fact(page, 'Payment Method')).toContainText('*****4321');

  const stored = await scheduledSince(page, monitor, before);
  const byId = stored.map(({ accountNumber, groupId, sumOfPaymentAmount }) => [
    accountNumber,
    groupId,
    sumOfPaymentAmount,
  ]);
  expect(byId).toHaveLength(2);
  expect(byId).toContainEqual([PAST_DUE, 'A', A.totalDue]);
  expect(byId).toContainEqual([PAST_DUE, 'B', B.pastDueAmt]);

  // With the payment by phone there are two payments, although there are three amounts.
  await press(page, 'Make Another Payment');
  await seeStep(page, 'Schedule Payment');
  const upcoming = page.locator('details').filter({ hasText: 'You have upcoming payments' });
  await expect(upcoming.locator('summary')).toHaveText('You have upcoming payments2');
  await upcoming.locator('summary').click();
  await expect(
    upcoming
      .getByRole('listitem')
      .filter({ hasText: `${total} on ` })
      .getByRole('listitem'),
  ).toHaveText([
    `${usd(A.totalDue)} for Direct Loans · ${PAST_DUE}, group A`,
    `${usd(B.pastDueAmt)} for Direct Loans · ${PAST_DUE}, group B`,
  ]);
});

test('extra on one group while another remains past due is rejected, with a message for each', async ({
  page,
  monitor,
  demoUser,
}) => {
  await startPaying(page, await demoUser('avery'));
  const { A, B } = await groupsDue(page, monitor, PAST_DUE);
  await byGroup(page, PAST_DUE);
  const extra = await enterGroupAmount(page, PAST_DUE, 'A', (A.totalDue + 0.01).toFixed(2));
  const short = await enterGroupAmount(page, PAST_DUE, 'B', (B.pastDueAmt - 0.01).toFixed(2));
  await press(page, 'Continue');

  const panel = alert(page).filter({ hasText: REVIEW_FIELDS });
  await expect(panel).toBeFocused();
  await expect(panel.getByRole('link')).toHaveText([
    `Other amount for Direct Loans · ${PAST_DUE}, group A`,
    `Other amount for Direct Loans · ${PAST_DUE}, group B`,
  ]);
  await expect(panel).toContainText(
    'Groups that are past due must have the minimum past due amount paid in order to pay extra on other groups in the same account.',
  );
  await expect(extra).toHaveAccessibleDescription(
    /In order to pay extra on this loan group, you must pay at least the past due amount on your other loan group\(s\)\./,
  );
  await expect(short).toHaveAccessibleDescription(
    /In order to pay extra on another loan group, you must pay at least the past due amount on this loan group\./,
  );
  await panel.getByRole('link').last().click();
  await expect(short).toBeFocused();

  // Exactly the past due amount is enough. The account as a whole is not validated against its groups.
  await short.fill(B.pastDueAmt.toFixed(2));
  await expect(panel).toHaveCount(0);
  // A later error is shown only beside its field, until the next attempt.
  await short.fill('1');
  await expect(short).toHaveAccessibleDescription(/you must pay at least the past due amount on this loan group/);
  await expect(panel).toHaveCount(0);
  await press(page, 'Continue');
  await expect(panel).toBeFocused();
  await byAccount(page, PAST_DUE);
  await expect(panel).toHaveCount(0);
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
});

test('choices by account and by group both survive Back, and hidden choices are not paid', async ({
  page,
  demoUser,
}) => {
  await startPaying(page, await demoUser('avery'));
  await enterOtherAmount(page, PAST_DUE, '77');
  await byGroup(page, PAST_DUE);
  await enterGroupAmount(page, PAST_DUE, 'B', '310.5');
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await page.goBack();
  await seeStep(page, 'Schedule Payment');
  await expect(group(page, PAST_DUE, 'B').getByRole('textbox', { name: 'Other amount' })).toHaveValue('310.50');
  await expect(line(page, `${PAST_DUE}, group B`)).toHaveText('$310.50');
  await expect(line(page, PAST_DUE)).toHaveCount(0);
  // The account's amount was hidden when the borrower left the step, so it was reset (Y §4.2).
  await byAccount(page, PAST_DUE);
  await expect(account(page, PAST_DUE).getByRole('textbox', { name: 'Other amount' })).toHaveValue('0.00');
});

test('an amount that would advance the due date offers to keep it', async ({ page, monitor, demoUser }) => {
  await monitor.readBodies('**/api/1/payments/*');
  await startPaying(page, await demoUser('blake'));
  const before = await scheduled(page, monitor);
  const [only] = (await due(page, monitor)).borrowerAccountPayments;
  if (only === undefined) throw new Error('Blake has an account');
  const { accountNumber: number, pastDueAmt, amountDue, nextPaymentAmountDue, nextPaymentScheduleAmount } = only;
  const threshold = amountDue === 0 ? nextPaymentAmountDue : pastDueAmt + amountDue + nextPaymentScheduleAmount;
  const box = account(page, number).getByRole('checkbox', { name: KEEP });
  const field = await enterOtherAmount(page, number, (threshold - 0.01).toFixed(2));
  await expect(box).toHaveCount(0);
  await field.fill(threshold.toFixed(2));
  await expect(box).not.toBeChecked();
  await box.check();
  // The checkbox is unchecked whenever it appears.
  await field.fill('1');
  await expect(box).toHaveCount(0);
  await field.fill((threshold + 10).toFixed(2));
  await expect(box).not.toBeChecked();
  await box.check();
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await press(page, 'Previous');
  await seeStep(page, 'Schedule Payment');
  await expect(box).toBeChecked();
  await press(page, 'Continue');
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
  await expect(page.getByText('Your due date stays the same')).toBeVisible();
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  await expect(page.getByText('Your due date stays the same')).toBeVisible();
  expect(await scheduledSince(page, monitor, before)).toHaveLength(1);
  expect(monitor.getBodies('payments/v2').at(-1)).toMatchObject({
    advanceDueDate: true,
    borrowerPaymentV2: { borrowerAccountPaymentsV2: [{ isGroupLevelPayment: false, advanceDueDate: true }] },
  });
});

test('a later date shows the balances after the cutoff, loaded once, except for E accounts', async ({
  page,
  monitor,
  demoUser,
}) => {
  await startPaying(page, await demoUser('avery'));
  const requested = () => monitor.calls.filter(({ path }) => path === 'after-cutoff-payments-due').length;
  const balance = (number: string) =>
    page
      .locator('section', { has: page.getByRole('heading', { name: `Loans · ${number}` }) })
      .locator('dl')
      .filter({ hasText: /balance/i })
      .first();
  const numbers = (await due(page, monitor)).borrowerAccountPayments.map(({ accountNumber }) => accountNumber);
  const today = new Map<string, string | null>();
  for (const number of numbers) today.set(number, await balance(number).textContent());
  expect(requested()).toBe(0);

  await paymentDate(page).fill('11/24/2026');
  await expect.poll(requested).toBe(1);
  for (const number of numbers) {
    if (number.startsWith('E')) await expect(balance(number)).toHaveText(today.get(number) ?? '');
    else await expect(balance(number)).not.toHaveText(today.get(number) ?? '');
  }
  await paymentDate(page).fill('11/25/2026');
  await paymentDate(page).fill('11/20/2026');
  for (const number of numbers) await expect(balance(number)).toHaveText(today.get(number) ?? '');
  await paymentDate(page).fill('11/27/2026');
  expect(requested()).toBe(1);
  await expect(button(page, 'Continue')).toBeEnabled();
});
