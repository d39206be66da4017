/** Authorized Payers: from the invitation to the removal, in the browsers of both people (rulings 7 and 15). */
import { seeOnBothScreens } from './support/checks.ts';
import { confirmWithPassword, passwordDialog } from './support/confirmation.ts';
import { arriveAt, button, press, seePage, signInAt } from './support/person.ts';
import { expect, test } from './support/test.ts';

const PAYERS = '/payments/authorized-payers';
const SCHEDULE = '/payments/payflow/schedule';
const PASSWORD = 'seven quiet herons';

test('avery invites a payer, who accepts and pays, and removes the payer', async ({
  page,
  monitor,
  testServer,
  demoUser,
  newDevice,
}) => {
  const avery = await demoUser('avery');
  const username = `robin.${avery}`;
  await arriveAt(page, '/payments/payment-activity', avery);
  await press(page, 'Payments');
  await page.getByRole('link', { name: 'Authorized Payers' }).first().click();
  await seePage(page, { path: PAYERS, title: 'Authorized Payers', heading: 'Authorized Payers' });
  const table = page.getByRole('table', { name: 'Your payers and invitations' });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(row('Casey Lindqvist')).toContainText('Active');
  await seeOnBothScreens(page);

  // The response to the invitation is lost, and the server tells the outcome. The link is shown only once.
  const box = (name: string) => page.getByRole('textbox', { name });
  await press(page, 'Invite a Payer');
  await expect(box('First Name')).toBeFocused();
  await box('First Name').fill('Robin');
  await box('Last Name').fill('Hale');
  // The longest email address fits the table.
  await box('Email Address').fill(`${'m'.repeat(88)}@example.com`);
  monitor.allow(/status of 403|status of 503|ERR_|Failed to load/);
  await press(page, 'Send Invitation');
  await expect(passwordDialog(page)).toBeVisible();
  await seeOnBothScreens(page);
  await testServer.fail('payers.change', { when: 'after', status: 503 });
  await confirmWithPassword(page);
  await expect(page.getByText('You invited Robin Hale.')).toBeVisible();
  await expect(row('Robin Hale')).toContainText('Invited');
  await press(page, 'Send Again Robin Hale');
  await expect(page.getByText('You sent Robin Hale a new invitation.')).toBeVisible();
  const link = await page.getByRole('link', { name: /payer-invitation#/ }).getAttribute('href');
  await seeOnBothScreens(page);

  // In the same browser, the borrower is logged in and cannot accept.
  await page.goto(link ?? '');
  await expect(page.getByText("You're logged in", { exact: true })).toBeVisible();

  const robin = await newDevice();
  await robin.page.goto(link ?? '');
  await expect(robin.page.getByText(/^Hello Robin, Avery Lindqvist invites you/)).toBeVisible();
  await robin.page.getByRole('textbox', { name: 'Username' }).fill(username);
  await robin.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  // A reload loses nothing but the password.
  await robin.page.reload();
  await expect(robin.page.getByRole('textbox', { name: 'Username' })).toHaveValue(username);
  await expect(robin.page.getByLabel('Password', { exact: true })).toHaveValue('');
  const stored = await robin.page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(stored).toContain(username);
  for (const secret of [PASSWORD, link?.split('#')[1] ?? '']) expect(stored).not.toContain(secret);
  await robin.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await robin.page.getByLabel('Confirm Password').fill(PASSWORD);
  await robin.page.getByRole('checkbox', { name: 'I agree to the Terms of Use' }).check();
  await seeOnBothScreens(robin.page);
  await testServer.fail('credentials.acceptInvitation', { when: 'after', hang: true });
  await press(robin.page, 'Accept Invitation');
  await expect(button(robin.page, 'Creating your username…')).toBeVisible();
  // After a reload, the page shows the outcome, although the link no longer opens an invitation.
  await robin.page.reload();
  await expect(robin.page.getByText('You accepted the invitation.')).toBeVisible();
  // The token was used.
  await robin.page.reload();
  await expect(robin.page.getByText("This invitation can't be used")).toBeVisible();

  await signInAt(robin.page, SCHEDULE, username, PASSWORD);
  await expect(robin.page.getByText('Authorized Payer for Avery Lindqvist')).toBeVisible();
  await expect(robin.page).toHaveURL(SCHEDULE);
  // Pages of borrowers redirect to the payers' page.
  await robin.page.goto(PAYERS);
  await expect(robin.page).toHaveURL(SCHEDULE);

  await page.goto(PAYERS);
  await expect(row('Robin Hale')).toContainText('Active');
  await press(page, 'Remove Robin Hale');
  await expect(page.getByText("Robin Hale is logged out at once and can't log in again.")).toBeVisible();
  await seeOnBothScreens(page);
  await press(page, 'Yes, remove');
  await expect(page.getByText('You removed Robin Hale.')).toBeVisible();
  await expect(row('Robin Hale')).toHaveCount(0);

  // The next call of the payer is refused, and so is the log-in.
  robin.monitor.allow(/status of 401|status of 422/);
  const refused = robin.page.waitForResponse((response) => response.status() === 401);
  await robin.page.getByRole('link', { name: 'Payment Activity' }).first().click();
  await refused;
  await signInAt(robin.page, SCHEDULE, username, PASSWORD);
  await expect(robin.page.getByText("Your username or password isn't right.").first()).toBeVisible();
  await robin.close();
});
