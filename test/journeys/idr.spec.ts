/** Income-driven repayment (R §2, §4 IDR, §5): the whole way on a small screen, and who is led elsewhere. */
import type { Page } from '@playwright/test';
import { seeUsable } from './support/checks.ts';
import { alert, arriveAt, button, press, seeFlowScreen, tabTo } from './support/person.ts';
import { expect, test } from './support/test.ts';

const FLOW = '/repayment-options/idr';
const HEADING = 'Apply for an Income-Driven Repayment Plan';
const see = (page: Page, step: string, title: string): Promise<void> =>
  seeFlowScreen(page, {
    path: `${FLOW}/${step}`,
    title: `${title} | Income-Driven Repayment`,
    heading: HEADING,
  });
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Fills in the income step for a single borrower. */
async function enterIncome(page: Page, agi: string): Promise<void> {
  await radio(page, 'Single').check();
  await field(page, 'Child Dependents').focus();
  await field(page, 'Adult Dependents').focus();
  await field(page, 'Adjusted Gross Income').fill(agi);
}

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('indigo compares plans, leaves IBR, and applies at the federal site', async ({
    page,
    context,
    monitor,
    demoUser,
  }) => {
    await context.route('https://studentaid.gov/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>IDR</title>' }),
    );
    const sent = (path: string) => monitor.calls.filter((call) => call.path === `repayment-plans/${path}`);
    await arriveAt(page, '/repayment-options/schedule-select', await demoUser('indigo'));
    await page.getByRole('link', { name: 'Apply for Income-Driven Plan' }).click();
    await see(page, 'disclaimer', 'Disclaimer');
    // The first request only asks whether a plan is possible at all.
    expect(JSON.parse(sent('estimates')[0]?.body ?? '')).toMatchObject({ adjustedGrossIncome: 0, maritalStatus: 1 });
    await seeUsable(page);
    await tabTo(page, button(page, 'Continue'));
    await page.keyboard.press('Enter');

    await see(page, 'income', 'Income');
    await press(page, 'Continue');
    await expect(alert(page)).toBeFocused();
    await expect(alert(page)).toContainText('Marital Status is required.');
    await seeUsable(page);
    // A spouse's loan goes with the joint return.
    await radio(page, 'Married').check();
    await press(page, 'Add Loan');
    await radio(page, 'My spouse').check();
    await radio(page, 'Direct Loans').check();
    await page.getByRole('combobox', { name: 'Loan Type' }).selectOption('Direct Unsubsidized');
    await field(page, 'Current Balance').fill('0');
    await press(page, 'Save Loan');
    await expect(alert(page)).toContainText('Balance must be greater than $0.');
    await seeUsable(page);
    await field(page, 'Current Balance').fill('12,000');
    await press(page, 'Save Loan');
    await expect(page.getByText('$12,000.00')).toBeVisible();
    await enterIncome(page, '420,000');
    await expect(page.getByText('$12,000.00')).toHaveCount(0);
    await expect(page.getByText("Your spouse's loan was removed.")).toBeAttached();
    await expect(field(page, 'Child Dependents')).toHaveValue('0');
    // A slip of one zero.
    await press(page, 'Continue');
    await expect(page.getByRole('alertdialog', { name: 'Did you mean to enter $420,000.00?' })).toBeVisible();
    await seeUsable(page);
    await press(page, 'No');
    await expect(field(page, 'Adjusted Gross Income')).toBeFocused();
    await field(page, 'Adjusted Gross Income').fill('42,000');
    await press(page, 'Continue');

    await see(page, 'eligible-plan', 'Eligible Plan');
    expect(JSON.parse(sent('estimates').at(-1)?.body ?? '')).toEqual({
      adjustedGrossIncome: 42_000,
      numberOfChildDependents: 0,
      numberOfOtherDependents: 0,
      maritalStatus: 1,
      planType: 'IDR',
      externalLoanProfiles: [],
    });
    // Four percent of 42,000 a year, and the FFELP loan stays on the one plan for it.
    await expect(page.getByRole('radio', { name: /^Repayment Assistance Plan \(RAP\)/ })).toBeChecked();
    await expect(page.getByText('$140.00 per month')).toBeVisible();
    await seeUsable(page);
    await page.getByRole('button', { name: 'View Details of Repayment Assistance Plan (RAP)' }).click();
    await expect(page.getByRole('dialog')).toContainText('30 years (360 payments)');
    await seeUsable(page);
    await page.keyboard.press('Escape');
    // A reload finds the step again, with estimates that are fetched anew.
    await page.reload();
    await see(page, 'eligible-plan', 'Eligible Plan');
    await press(page, 'Continue');
    const leaving = page.getByRole('alertdialog', { name: 'You Are Leaving Income-Based Repayment (IBR)' });
    await expect(leaving).toBeVisible();
    await seeUsable(page);
    await press(page, 'Change My Income-Driven Plan');

    await see(page, 'apply', 'Apply');
    await expect(page.getByText("You haven't applied yet")).toBeVisible();
    await expect(page.getByText('$42,000.00')).toBeVisible();
    await seeUsable(page);
    for (const times of [1, 2]) {
      const opening = context.waitForEvent('page');
      await press(page, 'Apply at StudentAid.gov/IDR');
      const opened = await opening;
      await expect(opened).toHaveURL('https://studentaid.gov/IDR');
      await opened.close();
      await expect(page.getByText('We sent you an email that says how to apply.')).toBeVisible();
      expect(sent('idr-email-notifications'), `after ${times} clicks`).toHaveLength(1);
    }
    await seeUsable(page);
    for (const [step, title] of [
      ['eligible-plan', 'Eligible Plan'],
      ['income', 'Income'],
      ['disclaimer', 'Disclaimer'],
    ] as const) {
      await page.goBack();
      await see(page, step, title);
    }
  });
});

test('gray is told to wait, and kai and a borrower without such a plan are led away', async ({ page, demoUser }) => {
  await arriveAt(page, `${FLOW}/income`, await demoUser('gray'));
  await expect(page.getByRole('heading', { name: "It's too early to apply" })).toBeVisible();
  await seeUsable(page);
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.context().clearCookies();
  await arriveAt(page, `${FLOW}/disclaimer`, await demoUser('kai'));
  await expect(page).toHaveURL('/repayment-options?isEligible=false');
  await page.context().clearCookies();
  // The first estimates say so (ruling 29).
  await page.route('**/api/1/repayment-plans/estimates', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...Object(await response.json()), ineligibleForIdr: true } });
  });
  await arriveAt(page, `${FLOW}/disclaimer`, await demoUser('robin'));
  await expect(page).toHaveURL('/repayment-options?isEligible=false');
});

test('robin sees plans for Direct Loans only, and other ways where the income allows none', async ({
  page,
  demoUser,
}) => {
  let isEligible = false;
  await page.route('**/api/1/repayment-plans/estimates', async (route) => {
    const isProbe = route.request().postDataJSON().adjustedGrossIncome === 0;
    const response = await route.fetch();
    const answer: unknown = await response.json();
    await route.fulfill({
      response,
      json: { ...Object(answer), ...(!isProbe && !isEligible && { ineligibleForIdr: true }) },
    });
  });
  await arriveAt(page, `${FLOW}/disclaimer`, await demoUser('robin'));
  await press(page, 'Continue');
  await see(page, 'income', 'Income');
  await enterIncome(page, '30000');
  await press(page, 'Continue');
  await see(page, 'eligible-plan', 'Eligible Plan');
  await expect(page.getByRole('heading', { name: "You don't qualify for an income-driven plan" })).toBeVisible();
  await expect(page.getByText('Good to know')).toHaveCount(0);
  await seeUsable(page);
  isEligible = true;
  await press(page, 'Previous');
  await see(page, 'income', 'Income');
  await expect(field(page, 'Adjusted Gross Income')).toHaveValue('30000.00');
  await press(page, 'Continue');
  await see(page, 'eligible-plan', 'Eligible Plan');
  await expect(page.getByText('Good to know')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Direct Loans', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: /FFELP/ })).toHaveCount(0);
  await seeUsable(page);
});
