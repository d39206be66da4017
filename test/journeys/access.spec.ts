/** Page access in the browser (P §5.1): the page that each URL opens, and the required steps before it. */
import type { Page } from '@playwright/test';
import { seeAccessible, seeNoSidewaysScrolling } from './support/checks.ts';
import {
  alert,
  arriveAt,
  followLink,
  press,
  seeDashboard,
  seePage,
  seeSignIn,
  seeStep,
  seeWelcome,
  signInAt,
  STEPS,
  withAccessFacts,
  withText,
} from './support/person.ts';
import { expect, test } from './support/test.ts';

const seeNotFound = (page: Page) => expect(page).toHaveURL('/error/not-found');
const seePastDue = (page: Page) => seePage(page, { path: '/past-due', title: 'Past Due', heading: 'Past Due' });
const seeAgreements = (page: Page) =>
  seePage(page, { path: '/actions/agreements', title: 'Agreements', heading: 'Agreements' });
const seeSchedule = (page: Page) => seeStep(page, 'Schedule Payment');
const seeMaintenance = (page: Page) =>
  seePage(page, { path: '/maintenance', title: 'Maintenance', heading: 'Maintenance' });

const seeHelp = (page: Page) => seePage(page, { path: '/content/help', title: 'Help', heading: 'Help' });

type Pages = Readonly<Record<string, (page: Page) => Promise<void>>>;

/** Opens the URLs one after another and checks the resulting page of each. */
async function visit(page: Page, pages: Pages): Promise<void> {
  for (const [address, see] of Object.entries(pages)) {
    await test.step(address, async () => {
      await page.goto(address);
      await see(page);
    });
  }
}

/**
 * Follows links to the URLs one after another; the first URL is opened directly, so that both ways are tested. Each
 * link is on a public page, so that an ignored link would leave that page visible.
 */
async function follow(page: Page, pages: Pages): Promise<void> {
  const [first, ...rest] = Object.entries(pages);
  if (first !== undefined) await visit(page, Object.fromEntries([first]));
  for (const [address, see] of rest) {
    await test.step(address, async () => {
      await followLink(page, '/content/help');
      await seeHelp(page);
      await followLink(page, address);
      await see(page);
    });
  }
}

async function logOut(page: Page, name: string): Promise<void> {
  await press(page, name);
  await press(page, 'Log Out');
  await seeWelcome(page);
}

/** Sets the maintenance flag in the managed content. */
const switchMaintenance = (page: Page, data: string) => withText(page, 'globalsite', 'disabled-mma-enabled', data);

test('a visitor sees public pages, and the sign-in page for all others', { tag: '@quick' }, async ({ page }) => {
  await follow(page, {
    '/': seeWelcome,
    '/no-such-page': seeNotFound,
    '/welcome': seeWelcome,
    '/payments/no-such-page': seeNotFound,
    '/error/nothing': seeNotFound,
    '/maintenance': seeWelcome,
  });
  await visit(page, {
    '/dashboard': seeSignIn,
    '/past-due': seeSignIn,
    '/actions/agreements': seeSignIn,
    [STEPS['Review & Submit']]: seeSignIn,
    '/repayment-options/idr': seeSignIn,
  });
});

test('devon, who is very delinquent, sees the past due page first and can continue to the account', async ({
  page,
  demoUser,
}) => {
  await arriveAt(page, '/dashboard', await demoUser('devon'));
  await seePastDue(page);
  await expect(page.getByRole('heading', { name: 'Past due', exact: true })).toBeVisible();
  await expect(page.getByText('Your account is past due')).toBeVisible();
  await seeAccessible(page);
  await seeNoSidewaysScrolling(page);
  await follow(page, {
    '/dashboard': seePastDue,
    '/': seePastDue,
    '/welcome': seePastDue,
    [STEPS['Schedule Payment']]: seeSchedule,
    '/actions/direct-splash': seePastDue,
    '/payments/no-such-page': seeNotFound,
    '/past-due': seePastDue,
  });
  await page.getByRole('link', { name: 'Make a Payment' }).last().click();
  await seeSchedule(page);
  await page.goBack();
  await seePastDue(page);
  await press(page, 'Continue to my account');
  await seeDashboard(page);
  await follow(page, { '/': seeDashboard });
  await logOut(page, 'Devon');
  await arriveAt(page, '/dashboard', await demoUser('devon'));
  await seePastDue(page);
});

test('morgan accepts the agreements first, and then sees the requested page', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  monitor.allow(/status of 503/);
  await arriveAt(page, STEPS['Schedule Payment'], await demoUser('morgan'));
  await seeAgreements(page);
  await seeAccessible(page);
  await seeNoSidewaysScrolling(page);
  await follow(page, {
    '/dashboard': seeAgreements,
    '/past-due': seeAgreements,
    '/actions/email-disclaimer': seeAgreements,
    '/': seeAgreements,
    '/no-such-page': seeNotFound,
    [`${STEPS['Schedule Payment']}?from=mail#amounts`]: seeAgreements,
  });

  await press(page, "I don't agree");
  await expect(page.getByText("You haven't agreed", { exact: false })).toBeVisible();
  await press(page, 'Back to the agreements');

  await press(page, 'Continue');
  await expect(alert(page).first()).toBeFocused();
  await expect(alert(page).first()).toContainText('You need to agree to the Terms of Use to continue.');
  await page.getByRole('checkbox', { name: 'I agree to the Terms of Use', exact: true }).check();
  await page
    .getByRole('checkbox', { name: 'I agree to the Consent to Electronic Communications', exact: true })
    .check();

  await testServer.fail('access.completeAction', { when: 'before', status: 503 });
  await press(page, 'Continue');
  await expect(alert(page)).toContainText("We didn't get your answer.");
  await expect(alert(page)).toBeFocused();
  expect(await page.evaluate(() => sessionStorage.getItem('borrower-actions'))).toContain('["agreements"]');

  await press(page, 'Continue');
  await expect(page).toHaveURL(`${STEPS['Schedule Payment']}?from=mail#amounts`);
  await expect(page.getByRole('heading', { level: 1, name: 'Make a Payment' })).toBeVisible();
  await follow(page, { '/dashboard': seeDashboard, '/actions/agreements': seeDashboard });
  await logOut(page, 'Morgan');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('borrower-actions');
  await arriveAt(page, '/dashboard', await demoUser('morgan'));
  await seeDashboard(page);
});

test('a splash cookie named after the web account skips the agreements', async ({
  page,
  context,
  monitor,
  baseURL,
  demoUser,
}) => {
  await arriveAt(page, '/dashboard', await demoUser('morgan'));
  await seeAgreements(page);
  const [, claims = ''] = monitor.token.split('.');
  const { nds_web_account_id: name } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<
    string,
    string
  >;
  const cookie = (value: string) => context.addCookies([{ name: String(name), value, url: String(baseURL) }]);
  await cookie('something else');
  await page.goto('/dashboard');
  await seeAgreements(page);
  await cookie('shown');
  await page.goto('/dashboard');
  await seeDashboard(page);
});

test('emery, who uses the federal identity, cannot change a password here', async ({ page, monitor, demoUser }) => {
  await arriveAt(page, '/dashboard', await demoUser('emery'));
  await seeDashboard(page);
  const [, claims = ''] = monitor.token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ identity_provider: 'federal' });
  await follow(page, {
    '/profile/change-password': seeNotFound,
    '/actions/change-password': seeNotFound,
    '/actions/agreements': seeDashboard,
    '/welcome': seeDashboard,
    [STEPS['Schedule Payment']]: seeSchedule,
  });
  await press(page, 'Emery');
  const item = page.getByRole('link', { name: 'Change Password (opens in a new tab)', exact: true });
  await expect(item).toHaveAttribute('href', 'https://studentaid.gov/fsa-id/sign-in/landing');
  await expect(item).toHaveAttribute('target', '_blank');
});

test('a borrower who must change the password does that first, and then sees the requested page', async ({
  page,
  demoUser,
}) => {
  const requested = `${STEPS['Schedule Payment']}?from=mail#amounts`;
  // No demo user has this action, so the test adds it to the access facts until it is completed.
  let isToChange = true;
  await withAccessFacts(page, () => (isToChange ? { borrowerActions: ['change-password'] } : {}));
  const seeChange = (there: Page) =>
    seePage(there, { path: '/actions/change-password', title: 'Change Password', heading: 'Change Password' });
  await arriveAt(page, requested, await demoUser('blake'));
  await seeChange(page);
  await seeAccessible(page);
  await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toHaveCount(0);
  await visit(page, { '/dashboard': seeChange, '/profile/change-password': seeChange, [requested]: seeChange });

  const next = 'twelve quiet geese over the river';
  await page.getByLabel('Current Password', { exact: true }).fill('demo');
  await page.getByLabel('New Password', { exact: true }).fill(next);
  await page.getByLabel('Confirm Password', { exact: true }).fill(next);
  await press(page, 'Change Password');
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  isToChange = false;
  await press(page, 'Continue');
  await expect(page).toHaveURL(requested);
  await expect(page.getByRole('heading', { level: 1, name: 'Make a Payment' })).toBeVisible();
  await visit(page, { '/dashboard': seeDashboard });
});

test('frankie, an impersonator, sees the same as avery', async ({ page, monitor, demoUser }) => {
  await signInAt(page, '/account/login-impersonation', await demoUser('frankie'));
  await seeDashboard(page);
  const [, claims = ''] = monitor.token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: ['urn:larkfield:api', 'impersonator'],
  });
  await expect(page.getByRole('heading', { name: / Loans · [ED]\d/ })).toHaveCount(2);
  await expect(page.getByText("You're viewing Avery Lindqvist's account", { exact: true })).toBeVisible();
  await follow(page, { '/welcome': seeDashboard, [STEPS['Schedule Payment']]: seeSchedule });
  // Employees cannot use pages that ask for the password again (ruling 118).
  await page.goto('/payments/authorized-payers');
  await expect(page.getByText("You're viewing this page as an employee")).toBeVisible();
  await press(page, 'Exit and log out');
  await seeWelcome(page);
});

const seeRepaymentOptions = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Repayment Options', exact: true })).toBeVisible();
const notice = (page: Page) => page.locator('#notice');

test('a borrower who is redirected to the repayment options sees the reason and alternatives', async ({
  page,
  demoUser,
}) => {
  await test.step('harper has an application in process', async () => {
    await arriveAt(page, '/repayment-options?appInProcess=true', await demoUser('harper'));
    await seeRepaymentOptions(page);
    await expect(notice(page)).toBeFocused();
    await expect(notice(page)).toContainText('You have an application in process');
    await expect(notice(page)).toContainText(/Unemployment Deferment, [^:]+: In review\./);
    await expect(page).toHaveURL('/repayment-options?appInProcess=true');
    const statuses = page.getByRole('list', { name: /^Status of / });
    await expect(statuses.first().getByRole('listitem')).toHaveText([
      /^Received, completed11\/11\/2026$/,
      /^In review, current11\/16\/2026$/,
      /^Decision, not yetExpected 11\/25\/2026$/,
    ]);
    await expect(statuses.last().getByRole('listitem').last()).toHaveText(/^Denied, completed/);
    await seeAccessible(page);
    await seeNoSidewaysScrolling(page);
  });
  await test.step('returning through the menu does not show the notice again', async () => {
    await followLink(page, '/repayment-options');
    await expect(page.getByRole('heading', { name: 'Your applications' })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });
  await logOut(page, 'Harper');
  await test.step('sam has no federal account', async () => {
    await arriveAt(page, '/repayment-options?isEligible=false', await demoUser('sam'));
    await seeRepaymentOptions(page);
    await expect(notice(page)).toBeFocused();
    await expect(notice(page)).toContainText('This is for federal loans, and you have none with us.');
    await expect(page.getByText('You have no applications.')).toBeVisible();
    await page.getByRole('link', { name: "I can't afford my payments" }).click();
    const title = "I Can't Afford My Payments";
    await seePage(page, { path: '/repayment-options/can-not-afford', title, heading: title });
  });
  await logOut(page, 'Sam');
  await test.step('quinn sees the dates of the postponement', async () => {
    await arriveAt(page, '/repayment-options', await demoUser('quinn'));
    await seeRepaymentOptions(page);
    await expect(page.getByText('Your payments are paused from 07/20/2026 through 07/19/2027.')).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });
});

test(
  'casey, an authorized payer, can open the payment but no pages of the borrower',
  { tag: '@quick' },
  async ({ page, monitor, demoUser }) => {
    await arriveAt(page, '/dashboard', await demoUser('casey'));
    await seeSchedule(page);
    await expect(page.locator('[data-content="payments/pay-now-disclaimer"]')).toBeVisible();
    await expect(page.locator('[data-content="payments/auto-debit-sign-up"]')).toHaveCount(0);
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'Larkfield Loan Servicing: home' }),
    ).toHaveAttribute('href', STEPS['Schedule Payment']);
    await follow(page, {
      '/': seeSchedule,
      '/DASHBOARD/': seeSchedule,
      '/past-due': seeSchedule,
      '/actions/agreements': seeSchedule,
      '/documents/inbox': seeSchedule,
      '/email-us': seeSchedule,
      '/documents/tax-info': seeSchedule,
      '/loan-details': seeSchedule,
      '/profile/manage-text-alerts': seeSchedule,
      '/no-such-page': seeNotFound,
      '/maintenance': seeSchedule,
    });
    const called = monitor.calls.map(({ path }) => path);
    expect(called).toContain('payment-methods');
    for (const theBorrowers of ['loan-accounts', 'special-payment-instructions']) {
      expect(called).not.toContain(theBorrowers);
    }
  },
);

test('access facts that failed to load can be requested again', async ({ page, monitor, testServer, demoUser }) => {
  monitor.allow(/status of 500/);
  await testServer.fail('access.facts', { when: 'before', status: 500 });
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  const heading = "This page couldn't be opened";
  await seePage(page, { path: '/dashboard', title: heading, heading });
  await expect(page.getByText('Current balance')).toHaveCount(0);
  await seeAccessible(page);
  await press(page, 'Try again');
  await seeDashboard(page);
});

test('during maintenance, visitors see the maintenance page', async ({ page }) => {
  await switchMaintenance(page, 'true');
  await visit(page, { '/no-such-page': seeNotFound, '/': seeMaintenance, '/dashboard': seeMaintenance });
  await seeAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('link', { name: 'Try again' }).click();
  await seeWelcome(page);
});

test('during maintenance, signed-in borrowers see the maintenance page and can continue afterwards', async ({
  page,
  demoUser,
}) => {
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  await seeDashboard(page);
  await switchMaintenance(page, 'true');
  await visit(page, { '/dashboard': seeMaintenance, '/': seeMaintenance });
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('link', { name: 'Try again' }).click();
  await seeDashboard(page);
});
