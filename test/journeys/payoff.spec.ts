/** Payoff Quote: a quote is read, saved as a PDF, and paid (ruling 79). */
import { readFile } from 'node:fs/promises';
import { seeOnBothScreens } from './support/checks.ts';
import { alert, arriveAt, press, seePage } from './support/person.ts';
import { expect, test } from './support/test.ts';

const PAYOFF = '/payments/payment-payoff';

test('avery gets a quote for a Saturday, moves it to a banking day, saves it and pays it', async ({
  page,
  demoUser,
}) => {
  await arriveAt(page, PAYOFF, await demoUser('avery'));
  await seePage(page, { path: PAYOFF, title: 'Payoff Quote', heading: 'Payoff Quote' });
  await expect(page.getByRole('heading', { name: 'Pay off by 11/30/2026' })).toBeVisible();
  const date = page.getByRole('textbox', { name: 'Payoff date' });
  await date.fill('12/21/2026');
  await press(page, 'Get Quote');
  await expect(alert(page)).toContainText('on or before 12/20/2026.');
  await date.fill('12/05/2026');
  await press(page, 'Get Quote');
  await expect(page.getByText("You can't make a payment for 12/05/2026")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay This Amount' })).toHaveCount(0);
  await seeOnBothScreens(page);
  await press(page, 'Get a quote for 12/07/2026');
  const notice = page.getByText(/^Your payoff amount for 12\/07\/2026 is \$/);
  await expect(notice).toBeVisible();
  const [, total = ''] = /\$([\d,.]+\d)\.$/.exec((await notice.textContent()) ?? '') ?? [];
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as PDF')]);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

  // The address shows this quote again: after a reload, and on the way back from another page.
  await expect(page).toHaveURL(/\/payments\/payment-payoff\?account=[\w-]+&date=2026-12-07$/);
  const seeQuote = async () => {
    await expect(page.getByRole('heading', { name: 'Pay off by 12/07/2026' })).toBeVisible();
    await expect(page.getByText(`$${total}`).first()).toBeVisible();
    await expect(date).toHaveValue('12/07/2026');
  };
  await page.reload();
  await seeQuote();
  await page.getByRole('link', { name: 'Pay This Amount' }).click();
  await expect(page).toHaveURL(/\/payments\/payflow\/schedule/);
  await page.goBack();
  await seeQuote();
  await page.goBack();
  await expect(page).not.toHaveURL(/payment-payoff/);
  await page.goForward();
  await seeQuote();

  await page.getByRole('link', { name: 'Pay This Amount' }).click();
  await expect(page).toHaveURL(/\/payments\/payflow\/schedule\?account=[\w-]+&payoff=2026-12-07$/);
  await expect(page.getByRole('textbox', { name: /^Payment date/i })).toHaveValue('12/07/2026');
  await expect(page.getByRole('textbox', { name: 'Other amount' }).first()).toHaveValue(total.replaceAll(',', ''));
  await press(page, 'Continue');
  await press(page, 'Continue');
  await page.getByRole('checkbox', { name: /Payment Authorization/ }).check();
  await press(page, 'Submit Payment');
  await expect(page).toHaveTitle(/^Receipt/);

  // The quote now says that a payment is scheduled.
  await page.goto(PAYOFF);
  await page.getByRole('textbox', { name: 'Payoff date' }).fill('12/07/2026');
  await press(page, 'Get Quote');
  await expect(page.getByText(`You have $${total} scheduled on this account through 12/07/2026.`)).toBeVisible();
});

test('casey, a payer, has no payoff quotes', async ({ page, demoUser }) => {
  await arriveAt(page, PAYOFF, await demoUser('casey'));
  await expect(page).toHaveURL(/\/payments\/payflow\/schedule$/);
});

test('noor gets a quote for one of forty accounts', async ({ page, demoUser }) => {
  await arriveAt(page, PAYOFF, await demoUser('noor'));
  const account = page.getByRole('combobox', { name: 'Account' });
  await expect(account.locator('option')).toHaveCount(40);
  await account.selectOption({ index: 39 });
  await press(page, 'Get Quote');
  await expect(page.getByText(/^Your payoff amount for 11\/30\/2026 is \$/)).toBeVisible();
  await seeOnBothScreens(page);
});

test('an account and a day in the address that cannot be quoted are ignored', async ({ page, demoUser }) => {
  await arriveAt(page, `${PAYOFF}?account=nobody&date=2026-02-30`, await demoUser('blake'));
  await expect(page.getByRole('heading', { name: 'Pay off by 11/30/2026' })).toBeVisible();
  await page.goto(`${PAYOFF}?account=nobody&date=2028-12-07`);
  await expect(page.getByRole('heading', { name: 'Pay off by 11/30/2026' })).toBeVisible();
  await expect(page).toHaveURL(/account=(?!nobody)[\w-]+&date=2026-11-30$/);
});
