/**
 * A deferment by type (R §2, §4): an application by keyboard on a small screen, idempotency, and borrowers who may not
 * apply.
 */
import type { Page } from '@playwright/test';
import { seeFitting, seeUsable } from './support/checks.ts';
import { alert, arriveAt, button, press, seeFlowScreen, tabTo } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { samplePdf } from '#test/support/sample-pdf.ts';

const FLOW = '/repayment-options/deferment/options';
const IN_PROCESS = '/repayment-options?appInProcess=true';
const see = (page: Page, step: string, title: string): Promise<void> =>
  seeFlowScreen(page, {
    path: `${FLOW}/${step}`,
    title: `${title} | Apply for a Deferment`,
    heading: 'Apply for a Deferment',
  });
const benefits = (page: Page) => page.getByRole('radiogroup', { name: 'Are you receiving unemployment benefits?' });

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('blake applies for an unemployment deferment with a keyboard, and uploads the proof', async ({
    page,
    demoUser,
  }) => {
    await arriveAt(page, `${FLOW}/qualification`, await demoUser('blake'));
    await see(page, 'qualification', 'Qualification');
    await seeUsable(page);
    await tabTo(page, page.getByRole('combobox', { name: 'Deferment Type' }));
    await page.keyboard.type('Unemployment');
    // Continue without an answer reports the missing one.
    await tabTo(page, button(page, 'Continue'));
    await page.keyboard.press('Enter');
    await expect(alert(page)).toBeFocused();
    await expect(alert(page)).toContainText('Unemployment Benefits');
    await seeFitting(page);
    await tabTo(page, benefits(page).getByRole('radio', { name: 'Yes' }));
    await page.keyboard.press('Space');
    await tabTo(page, button(page, 'Continue'));
    await page.keyboard.press('Enter');

    await see(page, 'plan', 'Plan Selection');
    await expect(page.getByText('Interest added in that time')).toBeVisible();
    await seeUsable(page);
    await tabTo(page, button(page, 'Continue'));
    await page.keyboard.press('Enter');

    await see(page, 'application', 'Application');
    await expect(page.getByText('E118340726')).toBeVisible();
    await tabTo(page, page.getByRole('textbox', { name: 'Start Date' }));
    await page.keyboard.type('11/20/2026');
    // The cost from the typed day appears above the terms.
    await expect(page.getByText('Interest added in that time')).toBeVisible();
    await tabTo(page, page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }));
    await page.keyboard.press('Space');
    await seeUsable(page);
    // A reload keeps the step and the date, but not the agreement to the terms.
    await page.reload();
    await see(page, 'application', 'Application');
    await expect(page.getByRole('textbox', { name: 'Start Date' })).toHaveValue('11/20/2026');
    await tabTo(page, page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }));
    await page.keyboard.press('Space');
    await tabTo(page, button(page, 'Submit Application'));
    await page.keyboard.press('Enter');

    await see(page, 'next', 'Next Steps');
    await expect(page.getByText('Proof of unemployment', { exact: true })).toBeVisible();
    await seeUsable(page);
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'benefits.pdf',
      mimeType: 'application/pdf',
      buffer: samplePdf('benefits'),
    });
    await press(page, 'Upload File');
    await expect(page.getByText('Your document has been uploaded.', { exact: false })).toBeVisible();
    await expect(page.locator('#notice')).toBeFocused();

    // Back resets the flow, which then finds the application in process.
    await page.goBack();
    await expect(page).toHaveURL(IN_PROCESS);
    await expect(page.getByText('Unemployment Deferment').first()).toBeVisible();
    await expect(page.getByText(/^benefits\.pdf, uploaded on/)).toBeVisible();
    // The upload page has the document type preselected, even after a reload.
    await page.getByRole('link', { name: 'Upload another document' }).click();
    const type = page.getByRole('combobox', { name: 'Document Type' });
    await expect(type.locator('option:checked')).toHaveText('Proof of unemployment');
    await page.reload();
    await expect(type.locator('option:checked')).toHaveText('Proof of unemployment');
    await page.goto('/documents/upload-documents?type=77');
    await expect(type).toHaveValue('');
  });
});

test('an application without an answer is settled after a reload and recorded once', async ({
  page,
  monitor,
  demoUser,
}) => {
  monitor.allow(/status of 50\d|ERR_/);
  await arriveAt(page, `${FLOW}/qualification`, await demoUser('blake'));
  await page.getByRole('combobox', { name: 'Deferment Type' }).selectOption('Economic Hardship Deferment');
  await page.getByRole('radio', { name: /^I work full-time/ }).check();
  await page.getByRole('textbox', { name: 'Family Size' }).fill('3');
  await page.getByRole('textbox', { name: 'Gross Monthly Income' }).fill('9,000');
  await press(page, 'Continue');
  await expect(page.getByText('Your income is too high')).toBeVisible();
  // 150 percent of the poverty guideline for three people, per month: 3,415.00.
  await page.getByRole('textbox', { name: 'Gross Monthly Income' }).fill('3,415');
  await press(page, 'Continue');
  await see(page, 'plan', 'Plan Selection');
  await press(page, 'Continue');
  await page.getByRole('textbox', { name: 'Start Date' }).fill('11/20/2026');
  await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check();
  // The server receives it, but the answer is lost.
  await page.route('**/economic-hardship-deferment', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await press(page, 'Submit Application');
  await see(page, 'next', 'Next Steps');
  await expect(page.getByText('Economic Hardship Deferment')).toBeVisible();
  await page.goto('/repayment-options');
  await expect(page.getByText('Confirmation number', { exact: false })).toHaveCount(1);
});

test.describe('an application that had not arrived before a reload', () => {
  test.beforeEach(async ({ page, monitor, testServer, demoUser }) => {
    monitor.allow(/net::ERR_/);
    await arriveAt(page, `${FLOW}/qualification`, await demoUser('blake'));
    await page.getByRole('combobox', { name: 'Deferment Type' }).selectOption('Unemployment Deferment');
    await benefits(page).getByRole('radio', { name: 'Yes' }).check();
    await press(page, 'Continue');
    await see(page, 'plan', 'Plan Selection');
    await press(page, 'Continue');
    await page.getByRole('textbox', { name: 'Start Date' }).fill('11/20/2026');
    await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check();
    await testServer.fail('deferment.applyUnemployment', { when: 'before', hang: true });
    const sent = page.waitForRequest('**/unemployment-deferment');
    await press(page, 'Submit Application');
    await sent;
  });

  test('is sent again by the borrower, who reads that nothing was submitted', async ({ page }) => {
    await page.reload();
    // The notice takes the focus from the heading.
    await expect(page).toHaveURL(/\/application$/);
    await expect(alert(page).filter({ hasText: "We didn't receive your application" })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Start Date' })).toHaveValue('11/20/2026');
    await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check();
    await press(page, 'Submit Application');
    await see(page, 'next', 'Next Steps');
    await page.goto('/repayment-options');
    await expect(page.getByText('Confirmation number', { exact: false })).toHaveCount(1);
  });

  test('is not offered again after another application has arrived in the meantime', async ({ page, testServer }) => {
    const release = await testServer.hold('postponement.settle', { when: 'before' });
    await page.reload();
    await expect(page.getByText('Checking what happened to your application…')).toBeVisible();
    const otherTab = await page.context().newPage();
    await otherTab.goto('/repayment-options/forbearance/hardship/qualification');
    await press(otherTab, 'Continue');
    await otherTab.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check();
    await press(otherTab, 'Continue');
    await expect(otherTab.getByText('Thank you. We have received your application')).toBeVisible();
    await otherTab.close();
    await release();
    await expect(page).toHaveURL(IN_PROCESS);
    await expect(page.getByText('Confirmation number', { exact: false })).toHaveCount(1);
  });
});

test('borrowers with an application in process, without a federal account or without eligible loans see the reason', async ({
  page,
  demoUser,
}) => {
  await arriveAt(page, `${FLOW}/qualification`, await demoUser('harper'));
  await expect(page).toHaveURL(IN_PROCESS);
  await page.context().clearCookies();
  await arriveAt(page, `${FLOW}/qualification`, await demoUser('sam'));
  await expect(page).toHaveURL('/repayment-options?isEligible=false');
  await page.context().clearCookies();
  await arriveAt(page, `${FLOW}/qualification`, await demoUser('quinn'));
  await expect(page.getByText("You can't apply for any of these deferments")).toBeVisible();
  await page.context().clearCookies();
  await arriveAt(page, `${FLOW}/qualification`, await demoUser('gray'));
  await expect(page.getByText("You can't apply for any of these deferments")).toBeVisible();
  await seeUsable(page);
});
