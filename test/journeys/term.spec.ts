/** Term-based repayment (R §2, §4): with the question on other loans, leaving IBR, and closed by an application in process. */
import type { Page } from '@playwright/test';
import { seeOnBothScreens } from './support/checks.ts';
import { alert, arriveAt, button, press, seeFlowScreen } from './support/person.ts';
import { expect, test } from './support/test.ts';

const FLOW = '/repayment-options/term-repayment';
const see = (page: Page, step: string, title: string): Promise<void> =>
  seeFlowScreen(page, {
    path: `${FLOW}/${step}`,
    title: `${title} | Term-Based Repayment`,
    heading: 'Term-Based Repayment',
  });
const plan = (page: Page, program: string, name: RegExp) =>
  page.getByRole('radiogroup', { name: `Plans for your ${program}` }).getByRole('radio', { name });
const agree = (page: Page) => page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check();

test('robin answers the question about other loans, and applies for the extended plan', async ({
  page,
  demoUser,
  testServer,
  monitor,
}) => {
  monitor.allow(/status of 503|A call failed/);
  await monitor.readBodies('**/repayment-plans/term-applications');
  await arriveAt(page, FLOW, await demoUser('robin'));
  await see(page, 'qualification', 'Qualification');
  await press(page, 'Continue');
  await expect(alert(page)).toContainText('Have Other Loans');
  await expect(alert(page)).toBeFocused();
  await page.getByRole('radio', { name: 'Yes' }).check();
  const balance = page.getByRole('textbox', { name: 'Direct Loan Balance' });
  await balance.fill('18000.01');
  await page.keyboard.press('Tab');
  await expect(balance).toHaveValue('18,000.01');
  await seeOnBothScreens(page);

  // The plans fail to load: the global dialog shows the error, and the input remains (R §8).
  await testServer.fail('plans.estimates', { when: 'before', status: 503 });
  await press(page, 'Continue');
  await expect(page.getByRole('alertdialog')).toContainText('Status Code: 503');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(balance).toHaveValue('18,000.01');
  await press(page, 'Continue');

  await see(page, 'select-plan', 'Select Plans');
  await press(page, 'Continue');
  await expect(alert(page)).toContainText('Choose a different plan for at least one program.');
  await plan(page, 'Direct Loans', /^Extended Fixed/).check();
  // Previous resets the selection; the answers stay.
  await press(page, 'Previous');
  await see(page, 'qualification', 'Qualification');
  await expect(balance).toHaveValue('18,000.01');
  await press(page, 'Continue');
  await expect(plan(page, 'Direct Loans', /^Standard/)).toBeChecked();
  await plan(page, 'Direct Loans', /^Extended Fixed/).check();
  // The comparison has the payments of the cards, and their totals.
  const compared = page.getByRole('table', { name: 'Plans for your Direct Loans' });
  for (const name of ['Standard Repayment', 'Graduated Repayment', 'Extended Fixed Repayment']) {
    const card = await page.locator('label', { hasText: new RegExp(`^${name}`) }).innerText();
    const [amount = 'no amount'] = /\$[\d.,]+/.exec(card) ?? [];
    await expect(compared.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText(amount);
  }
  await expect(compared.getByRole('row', { name: 'Standard Repayment (your current plan)' })).toContainText('11/2036');
  await expect(
    page.getByRole('img', { name: /Extended Fixed: .* a month at first, last payment in 11\/2051/ }),
  ).toBeVisible();
  await page.getByText('How we calculated this: Extended Fixed Repayment').click();
  await expect(page.getByText(/ at 5\.5% over 300 paymentsBalance/)).toBeVisible();
  await seeOnBothScreens(page);
  await press(page, 'Continue');

  await see(page, 'application', 'Application');
  await expect(page.getByRole('radio')).toHaveCount(0);
  await press(page, 'Submit');
  await expect(alert(page)).toContainText('You are required to agree to the terms and conditions.');
  await agree(page);
  await press(page, 'Submit');
  await see(page, 'receipt', 'Receipt');
  expect(monitor.getBodies('repayment-plans/term-applications')).toEqual([
    {
      eligibleLoans: [{ loanProgramGroupType: 'Direct', planType: 3 }],
      hasExternalLoans: true,
      esignDate: '2026-11-20',
      extraAmount: 0,
    },
  ]);
  await expect(page.getByText('You send us proof of your other loans')).toBeVisible();
  await expect(page.getByText('Within 5 business days after we get your proof')).toBeVisible();
  await seeOnBothScreens(page);
  await page.goBack();
  await expect(page).toHaveURL('/repayment-options?appInProcess=true');
  await expect(page.getByText('Term-Based Plan').first()).toBeVisible();
});

test('indigo leaves IBR, and pays $5.00 for it', async ({ page, demoUser }) => {
  await arriveAt(page, `${FLOW}/receipt`, await demoUser('indigo'));
  await see(page, 'qualification', 'Qualification');
  await page.getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue');
  await see(page, 'select-plan', 'Select Plans');
  await plan(page, 'Direct Loans', /^Graduated/).check();
  await press(page, 'Continue');
  const warning = page.getByRole('alertdialog', { name: 'You Are Currently in an IBR Plan' });
  await expect(warning).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(warning).toBeVisible();
  await seeOnBothScreens(page);
  await press(page, 'Return to Application');
  await expect(button(page, 'Continue')).toBeFocused();
  await press(page, 'Continue');
  await press(page, 'Exit My Income-Based Plan');
  await see(page, 'application', 'Application');
  // FFELP Loans stay on IBR, and their $38.15 count (ruling 31).
  await expect(page.getByText('$186.81 per month')).toBeVisible();
  await agree(page);
  await press(page, 'Submit');
  await expect(alert(page)).toContainText('Select an option.');
  await seeOnBothScreens(page);
  await expect(page.getByRole('radio', { name: '$180.75' })).toBeVisible();
  await page.getByRole('radio', { name: '$5.00' }).check();
  await press(page, 'Submit');
  await see(page, 'receipt', 'Receipt');
  await expect(page.getByText('your one-time exit payment of $5.00')).toBeVisible();
  await expect(page.getByText('your estimated total payment is $186.81 per month')).toBeVisible();
});

test('umber, whose application is in process, is redirected to the page about it', async ({ page, demoUser }) => {
  await arriveAt(page, FLOW, await demoUser('umber'));
  await expect(page).toHaveURL('/repayment-options?appInProcess=true');
});
