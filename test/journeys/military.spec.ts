/** A military deferment (R §2, §4): an application for all benefits by keyboard on a small screen, with the upload. */
import type { Locator, Page } from '@playwright/test';
import { seeFitting, seeUsable } from './support/checks.ts';
import { alert, arriveAt, button, press, seeFlowScreen, tabTo } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { samplePdf } from '#test/support/sample-pdf.ts';

const FLOW = '/repayment-options/deferment/military';
const IN_PROCESS = '/repayment-options?appInProcess=true';
const see = (page: Page, step: string, title: string): Promise<void> =>
  seeFlowScreen(page, {
    path: `${FLOW}/${step}`,
    title: `${title} | Military Deferment`,
    heading: 'Military Deferment',
  });
const question = (page: Page, name: RegExp): Locator => page.getByRole('radiogroup', { name });
/** Answers a question with the keyboard. */
async function answer(page: Page, name: RegExp, text: 'Yes' | 'No'): Promise<void> {
  await tabTo(page, question(page, name).getByRole('radio', { name: 'Yes' }));
  await page.keyboard.press(text === 'Yes' ? 'Space' : 'ArrowDown');
}
async function type(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name }));
  await page.keyboard.type(text);
}
async function goOn(page: Page): Promise<void> {
  await tabTo(page, button(page, 'Continue'));
  await page.keyboard.press('Enter');
}

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('lane applies for all benefits with a keyboard although the answer is lost, and uploads the orders', async ({
    page,
    monitor,
    demoUser,
  }) => {
    monitor.allow(/ERR_/);
    // The other URL of the flow redirects here (ruling 45).
    await arriveAt(page, '/repayment-options/military-deferment/qualification', await demoUser('lane'));
    await see(page, 'qualification', 'Qualification');
    await seeUsable(page);
    await answer(page, /^Are you on active duty/, 'Yes');
    await answer(page, /^Is your active duty in connection/, 'Yes');
    await answer(page, /^Can you send us a copy of your orders/, 'No');
    // The panel lists all missing fields, in order.
    await goOn(page);
    await expect(alert(page)).toBeFocused();
    await expect(alert(page).getByRole('link')).toHaveText([
      /^War, Operation or Emergency/,
      /^Start Date of Active Duty/,
      /^End Date of Active Duty/,
      /^Hostile Fire or Imminent Danger Pay/,
    ]);
    await seeFitting(page);
    await type(page, 'War, Operation or Emergency', 'Operation Inherent Resolve');
    await type(page, 'Start Date of Active Duty', '03/02/2026');
    await type(page, 'End Date of Active Duty', '12/31/2026');
    await answer(page, /^Do you serve in an area/, 'Yes');
    await seeUsable(page);
    await goOn(page);

    await see(page, 'select-benefit', 'Select Benefits');
    // The cost appears only after a benefit that postpones payments is checked.
    await expect(page.getByText('What pausing your payments costs')).toHaveCount(0);
    for (const name of [
      'Interest Rate Limit (SCRA)',
      '12-Month Military Service Deferment',
      'HEROES Act Waiver',
      'No Interest During Hostile Duty',
    ]) {
      await tabTo(page, page.getByRole('checkbox', { name }));
      await page.keyboard.press('Space');
    }
    // The deferment lasts 180 days longer than the service, but at most 12 months. Interest until today has accrued.
    await expect(page.getByText('03/02/2026 through 03/01/2027')).toBeVisible();
    await expect(page.getByText('11/20/2026 (102 days)')).toBeVisible();
    await expect(page.getByText('You have 60 of 60 months left.')).toBeVisible();
    await expect(page.getByText('This counts the benefit No Interest During Hostile Duty.')).toBeVisible();
    await expect(page.getByText('E160517382').first()).toBeVisible();
    await seeUsable(page);
    // A reload keeps the choices.
    await page.reload();
    await see(page, 'select-benefit', 'Select Benefits');
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(4);
    // The server receives the application, but the answer is lost. The page settles it.
    await page.route('**/military-deferment', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    const requested = page.waitForRequest('**/repayment-applications/settlements');
    await goOn(page);
    await requested;

    await see(page, 'next-steps', 'Next Steps');
    await expect(page.getByRole('heading', { name: 'What we process now' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What we need from you' })).toBeVisible();
    await expect(page.getByText('Military orders', { exact: true })).toBeVisible();
    await seeUsable(page);
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'orders.pdf',
      mimeType: 'application/pdf',
      buffer: samplePdf('orders'),
    });
    await press(page, 'Upload File');
    await expect(page.getByText('Your document has been uploaded.', { exact: false })).toBeVisible();

    // Back resets the flow, which then finds the application in process.
    await page.goBack();
    await expect(page).toHaveURL(IN_PROCESS);
    await expect(page.getByText('Military Deferment').first()).toBeVisible();
    await expect(page.getByText('Confirmation number', { exact: false })).toHaveCount(1);
  });
});

test('blake, who is not on active duty, sees the reason and can only go back', async ({ page, demoUser }) => {
  await arriveAt(page, `${FLOW}/qualification`, await demoUser('blake'));
  await question(page, /^Are you on active duty/)
    .getByRole('radio', { name: 'No' })
    .check();
  await press(page, 'Continue');
  await see(page, 'select-benefit', 'Select Benefits');
  await expect(page.getByText('These benefits are for people on active duty.')).toBeVisible();
  await expect(button(page, 'Continue')).toHaveCount(0);
  await seeUsable(page);
  await page.goBack();
  await see(page, 'qualification', 'Qualification');
  await expect(question(page, /^Are you on active duty/).getByRole('radio', { name: 'No' })).toBeChecked();
});
