/** Text Alerts: sign-up with a code, another choice of alerts, and the stop. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { seeOnBothScreens } from './support/checks.ts';
import { confirmWithPassword, passwordDialog } from './support/confirmation.ts';
import { arriveAt, press, seePage } from './support/person.ts';
import { expect, test } from './support/test.ts';

const PATH = '/profile/manage-text-alerts';
const ARRIVED = { path: PATH, title: 'Text Alerts', heading: 'Text Alerts' };

const box = (page: Page, name: string) => page.getByRole('textbox', { name });
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name });
const seeNotice = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

/** Returns the code from the file that the page names. It takes a few seconds to arrive. */
async function codeInOutbox(page: Page): Promise<string> {
  const file = await page.locator('code').innerText();
  let code = '';
  await expect(async () => {
    code = /Your code is (\d{6})/.exec(await readFile(file, 'utf8'))?.[1] ?? '';
    expect(code).not.toBe('');
  }).toPass();
  return code;
}

test('avery confirms a number with the code, chooses other alerts and stops them', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await press(page, 'Avery');
  await page.getByRole('link', { name: 'Manage Text Alerts' }).click();
  await seePage(page, ARRIVED);
  await seeOnBothScreens(page);
  await box(page, 'Mobile phone number').fill('555-0142');
  await press(page, 'Send Code');
  await expect(page.getByText('Invalid phone number.').first()).toBeVisible();
  await box(page, 'Mobile phone number').fill('(402) 555-0142');
  await tick(page, 'Payment due soon').check();
  await tick(page, 'Payment posted').check();
  await tick(page, 'I agree to get automated texts at this number').check();
  // The response is lost, and the server tells the outcome.
  monitor.allow(/status of 403|status of 503|ERR_|Failed to load/);
  await press(page, 'Send Code');
  await expect(passwordDialog(page)).toBeVisible();
  await testServer.fail('textAlerts.change', { when: 'after', status: 503 });
  await confirmWithPassword(page);
  await seeNotice(page, 'We sent you a code. It works for 10 minutes.');
  await seeOnBothScreens(page);

  const code = await codeInOutbox(page);
  await box(page, 'Code').fill(code === '000000' ? '000001' : '000000');
  await press(page, 'Confirm');
  await seeNotice(page, 'You can try 4 more times.');
  await expect(box(page, 'Code')).toBeFocused();
  await box(page, 'Code').fill(code);
  await press(page, 'Confirm');
  await seeNotice(page, 'Your number is confirmed. Text alerts are on.');
  await expect(page.getByText('Payment due soon, Payment posted')).toBeVisible();
  await seeOnBothScreens(page);

  await press(page, 'Change Alerts');
  await expect(tick(page, 'Payment due soon')).toBeFocused();
  await tick(page, 'Payment due soon').uncheck();
  await tick(page, 'New letter').check();
  await press(page, 'Save');
  await seeNotice(page, 'We saved your choice of alerts.');
  await expect(page.getByText('Payment posted, New letter')).toBeVisible();

  await press(page, 'Stop Text Alerts');
  await press(page, 'Yes, stop them');
  await seeNotice(page, "Text alerts are off. We won't send you any more texts.");
  await expect(box(page, 'Mobile phone number')).toBeVisible();
  // The number is in no address. Random ids can contain its digits.
  const paths = monitor.calls.map(({ path }) => path.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, ''));
  expect(paths.join(' ')).not.toMatch(/0142|402/);
});
