/** Income-driven repayment (R §2, §4 IDR, §5): the whole flow on a small screen, and redirects of other borrowers. */
import type { Page } from '@playwright/test';
import { seeUsable } from './support/checks.ts';
import {
  alert,
  arriveAt,
  button,
  press,
  seeFlowScreen,
  tabTo,
  withSettings,
  withoutDocumentData,
} from './support/person.ts';
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
  await field(page, 'Adjusted Gross Income').fill(agi);
  await field(page, 'Child Dependents').focus();
  // The click on Continue leaves this field, which makes it 0 (R §5).
  await field(page, 'Adult Dependents').focus();
}

const comparedRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Plans for your Direct Loans' }).getByRole('row', { name });

/**
 * Tries another income and family size in the comparison of plans, and returns to the answers. This sends no request.
 */
async function tryAnotherIncome(page: Page): Promise<void> {
  const rap = comparedRow(page, 'Repayment Assistance Plan (RAP)');
  const picture = page.getByRole('img', { name: /^What you pay each month on your Direct Loans\./ });
  const familySize = field(page, 'Family Size');
  await expect(field(page, 'Adjusted Gross Income')).toHaveValue('42,000.00');
  await expect(familySize).toHaveValue('1');
  await expect(rap).toContainText('$140.00');
  // A twelfth of 4 % of $42,000.
  await expect(picture).toHaveAccessibleName(/RAP: \$140\.00 a month at first/);
  await field(page, 'Adjusted Gross Income').fill('30,000');
  // A twelfth of 2 % of $30,000.
  await expect(rap).toContainText('$50.00');
  await expect(picture).toHaveAccessibleName(/RAP: \$50\.00 a month at first/);
  await expect(
    page.getByText(/^Updated for an income of \$30,000\.00 and a family of 1\. Direct Loans: .*RAP \$50\.00/),
  ).toBeAttached();
  // The card keeps the estimate for the entered data.
  await expect(page.getByText('$140.00 per month', { exact: true })).toBeVisible();
  await tabTo(page, button(page, 'One person more'));
  await page.keyboard.press('Enter');
  await expect(familySize).toHaveValue('2');
  await expect(rap).toContainText('$10.00');
  await tabTo(page, page.getByRole('slider', { name: /^Income for a year/ }));
  await page.keyboard.press('ArrowRight');
  await expect(field(page, 'Adjusted Gross Income')).toHaveValue('31,000.00');
  await field(page, 'Adjusted Gross Income').fill('10,50');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Adjusted Gross Income must be a valid dollar amount.')).toBeVisible();
  await seeUsable(page);
  await press(page, 'Use My Answers');
  await expect(field(page, 'Adjusted Gross Income')).toHaveValue('42,000.00');
  await expect(familySize).toHaveValue('1');
  await expect(rap).toContainText('$140.00');
  await expect(comparedRow(page, 'Income-Contingent Repayment (ICR)')).toContainText('On RAP: $140.00 per month');
  await page.getByText('How we calculated this: Repayment Assistance Plan (RAP)').click();
  await expect(page.getByText('4% of your income, for a year')).toBeVisible();
  await expect(page.getByText('Source: 20 USC 1087e(q); 34 CFR 685.209').first()).toBeVisible();
  await page.getByText('Show these numbers as a table').first().click();
  const perYear = page.getByRole('table', { name: 'What you pay each month on your Direct Loans' });
  await expect(perYear.getByText('$140.00 a month ($1,680.00 in the year)').first()).toBeVisible();
  await seeUsable(page);
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
    // The first request only determines whether a plan is possible.
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
    // An income with one zero too many.
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
    const estimates = sent('estimates').length;
    // Four percent of 42,000 a year, and the FFELP loan stays on the one plan for it.
    await expect(page.getByRole('radio', { name: /^Repayment Assistance Plan \(RAP\)/ })).toBeChecked();
    await expect(page.getByText('$140.00 per month', { exact: true })).toBeVisible();
    await seeUsable(page);
    await page.getByRole('button', { name: 'View Details of Repayment Assistance Plan (RAP)' }).click();
    await expect(page.getByRole('dialog')).toContainText('30 years (360 payments)');
    await seeUsable(page);
    await page.keyboard.press('Escape');
    await tryAnotherIncome(page);
    expect(sent('estimates')).toHaveLength(estimates);
    // A reload restores the step and fetches its estimates again.
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

test('gray has to wait, and kai and a borrower without such a plan are redirected', async ({ page, demoUser }) => {
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

test('robin sees plans for Direct Loans only, and alternatives if the income allows none', async ({
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
  await page.getByRole('link', { name: 'Explore Term-Based Plans' }).click();
  await expect(page).toHaveURL('/repayment-options/term-repayment/qualification');
  await page.goBack();
  isEligible = true;
  await see(page, 'eligible-plan', 'Eligible Plan');
  await press(page, 'Previous');
  await see(page, 'income', 'Income');
  await expect(field(page, 'Adjusted Gross Income')).toHaveValue('30000.00');
  await press(page, 'Continue');
  await see(page, 'eligible-plan', 'Eligible Plan');
  await expect(page.getByText('Good to know')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Plans for your Direct Loans', exact: true, level: 2 })).toBeVisible();
  await expect(page.getByRole('heading', { name: /FFELP/ })).toHaveCount(0);
  await seeUsable(page);
});

test('the plans can be chosen without their comparison and without their texts', async ({
  page,
  demoUser,
  testServer,
  monitor,
}) => {
  monitor.allow(/status of (?:404|503)|Error loading static content/);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await withoutDocumentData(page);
  await page.route('**/content/sections/repayoptions*', async (route) => {
    const { 'idr-eligible-plan': _, ...texts } = Object(await (await route.fetch()).json());
    await route.fulfill({ json: texts });
  });
  await arriveAt(page, `${FLOW}/income`, await demoUser('robin'));
  await see(page, 'disclaimer', 'Disclaimer');
  await press(page, 'Continue');
  await enterIncome(page, '30000');
  await testServer.fail('plans.facts', { when: 'before', status: 503 }, 4);
  await press(page, 'Continue');
  await see(page, 'eligible-plan', 'Eligible Plan');
  await expect(page.getByText("We can't compare your plans right now.")).toBeVisible();
  await seeUsable(page);
  expect(logged.filter((text) => text.startsWith('Error loading static content.'))).not.toEqual([]);
  await press(page, 'Compare Again');
  await expect(page.getByRole('table', { name: 'Plans for your Direct Loans' })).toBeVisible();
});

test('the disclaimer is a separate page if the configuration does not show all steps', async ({ page, demoUser }) => {
  await withSettings(page, 'config.json', { idrShowAllSteps: false });
  await arriveAt(page, FLOW, await demoUser('robin'));
  await see(page, 'disclaimer', 'Disclaimer');
  await expect(page.getByRole('region', { name: 'Applying for an income-driven repayment plan' })).toHaveCount(0);
  await seeUsable(page);
  await press(page, 'Continue');
  await see(page, 'income', 'Income');
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await page.goBack();
  await see(page, 'disclaimer', 'Disclaimer');
});
