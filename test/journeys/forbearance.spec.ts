/**
 * Hardship forbearance (R §2, §4): an application by keyboard on a small screen, a declined one, and borrowers who may
 * not apply.
 */
import type { Page } from '@playwright/test';
import { seeFitting, seeUsable } from './support/checks.ts';
import { alert, arriveAt, button, press, seeFlowScreen, tabTo } from './support/person.ts';
import { expect, test } from './support/test.ts';

const FLOW = '/repayment-options/forbearance/hardship';
const see = (page: Page, step: string, title: string): Promise<void> =>
  seeFlowScreen(page, {
    path: `${FLOW}/${step}`,
    title: `${title} | Hardship Forbearance`,
    heading: 'Hardship Forbearance',
  });
const apply = (page: Page) => page.getByRole('link', { name: 'Apply for Hardship Forbearance' });
const terms = (page: Page) => page.getByRole('checkbox', { name: 'I agree to the terms and conditions' });
const answer = (page: Page, name: 'Yes' | 'No') => page.getByRole('radio', { name });

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('blake applies for hardship forbearance with a keyboard', async ({ page, demoUser }) => {
    await arriveAt(page, `${FLOW}/landing`, await demoUser('blake'));
    await see(page, 'landing', 'About');
    await tabTo(page, page.locator('summary', { hasText: 'Student Loan Debt Burden (SLDB)' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('20 percent or more of their monthly gross income')).toBeVisible();
    await seeUsable(page);
    await tabTo(page, apply(page), 'Shift+Tab');
    await page.keyboard.press('Enter');

    await see(page, 'qualification', 'Qualification');
    await expect(answer(page, 'Yes')).toBeChecked();
    // From the next due date, for a year.
    await expect(page.getByText('12/01/2026')).toBeVisible();
    await expect(page.getByText('12/01/2027', { exact: true })).toBeVisible();
    await expect(page.getByText('Your payments start again on 12/01/2027')).toBeVisible();
    await seeUsable(page);
    await tabTo(page, button(page, 'Continue'));
    await page.keyboard.press('Enter');

    await see(page, 'application', 'Application');
    await expect(page.getByText('E118340726').first()).toBeVisible();
    await expect(page.getByText('12/01/2026 through 11/30/2027 (365 days)')).toBeVisible();
    const tooWide = await page
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
    expect(tooWide, 'amounts that leave the frame of their row').toEqual([]);
    await seeUsable(page);
    await tabTo(page, button(page, 'Read the Terms and Conditions'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Terms and Conditions' })).toBeVisible();
    await seeUsable(page);
    await page.keyboard.press('Escape');
    await expect(button(page, 'Read the Terms and Conditions')).toBeFocused();
    // Continue without agreeing moves the focus to the checkbox.
    await tabTo(page, button(page, 'Continue'));
    await page.keyboard.press('Enter');
    await expect(alert(page)).toBeFocused();
    await expect(alert(page)).toContainText('You are required to agree to the terms and conditions.');
    await seeFitting(page);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Terms and Conditions' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(terms(page)).toBeFocused();
    await page.keyboard.press('Space');
    await tabTo(page, button(page, 'Continue'));
    await page.keyboard.press('Enter');

    await see(page, 'receipt', 'Receipt');
    await expect(page.getByText('Thank you. We have received your application')).toBeVisible();
    await expect(page.getByText('Confirmation Number')).toBeVisible();
    await seeUsable(page);
    // Back resets the flow, which then finds the application in process.
    await page.goBack();
    await expect(page).toHaveURL('/repayment-options?appInProcess=true');
    await expect(page.getByText('Hardship Forbearance').first()).toBeVisible();
  });
});

test('the answer No sends nothing, and Back returns to the question', async ({ page, demoUser }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('hardship')) sent.push(request.url());
  });
  await arriveAt(page, `${FLOW}/landing`, await demoUser('blake'));
  await apply(page).click();
  await answer(page, 'No').check();
  await press(page, 'Continue');
  await see(page, 'receipt', 'Receipt');
  await expect(page.getByText('Nothing was sent')).toBeVisible();
  await seeUsable(page);
  await page.goBack();
  await see(page, 'qualification', 'Qualification');
  await expect(answer(page, 'No')).toBeChecked();
  await page.goBack();
  await see(page, 'landing', 'About');
  expect(sent).toEqual([]);
});

test('a borrower who may not apply sees the reason on the landing page, for any requested step', async ({
  page,
  demoUser,
}) => {
  await arriveAt(page, `${FLOW}/qualification`, await demoUser('jules'));
  await see(page, 'landing', 'About');
  await expect(page.getByText("You've paid ahead")).toBeVisible();
  await expect(apply(page)).toHaveCount(0);
  await seeUsable(page);
  await page.goto('/repayment-options/postpone-select');
  await expect(page.getByText("You've paid ahead")).toBeVisible();
  await page.context().clearCookies();
  await arriveAt(page, `${FLOW}/application`, await demoUser('quinn'));
  await see(page, 'landing', 'About');
  await expect(page.getByText('None of your loans qualify for a hardship forbearance')).toBeVisible();
  await expect(page.getByText('Student Loan Debt Burden (SLDB)')).toBeVisible();
});
