/** Logging in, registering, changing a password, campaigns and external links (P §2.1, §6; rulings 48, 49). */
import type { Page } from '@playwright/test';
import { seeAccessible, seeNoSidewaysScrolling } from './support/checks.ts';
import { codeInOutbox } from './support/confirmation.ts';
import {
  alert,
  arriveAt,
  button,
  enterCredentials,
  followLink,
  press,
  seeDashboard,
  seePage,
  seeSignIn,
  seeWelcome,
  success,
  withSettings,
} from './support/person.ts';
import type { TestServer } from './support/test-server.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'seven quiet herons';
/**
 * The demo borrowers of docs/demo-data.md: avery has a username, emery has none here. Each copy has other last four digits.
 */
const AVERY = { number: 'E104882913', born: '04/17/1994' };
const EMERY = { number: 'E131906274', born: '09/08/1993' };

/** An account number that does not exist. */
const NOBODY = 'E999999999';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const seeNotFound = (page: Page): Promise<void> => expect(page).toHaveURL('/error/not-found');

const RANDOM_ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

test.describe('the log-in page', () => {
  test('offers to log in and to create an online account', async ({ page, demoUser }) => {
    await page.goto('/account/login');
    await seePage(page, { path: '/account/login', title: 'Log In', heading: 'Log In' });
    await expect(page.getByRole('link', { name: 'Create Online Account' })).toHaveAttribute(
      'href',
      '/account/registration',
    );
    await seeAccessible(page);
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await enterCredentials(page, await demoUser('avery'));
    await seeDashboard(page);
  });
});

test.describe('registration', () => {
  /** Returns the identity of this journey's borrower and an unused username. */
  async function readIdentity(testServer: TestServer, like: 'avery' | 'emery' = 'emery') {
    const { signIns, ssnLastFour = '' } = await testServer.copyPerson(like);
    const details = like === 'emery' ? EMERY : AVERY;
    return { ...details, lastFour: ssnLastFour, username: `${signIns[like]}.quist` };
  }
  type Identity = Omit<Awaited<ReturnType<typeof readIdentity>>, 'username'>;

  /** Returns the username with a capital letter. */
  const capitalized = (username: string): string => username.replace(/^e/, 'E');

  async function identify(page: Page, { number, born, lastFour }: Identity): Promise<void> {
    await field(page, 'Account Number').fill(number);
    await field(page, 'Date of Birth').fill(born);
    await field(page, 'Last Four Digits of Social Security Number').fill(lastFour);
    await press(page, 'Continue');
    await expect(page.getByRole('heading', { level: 2, name: 'Step 2 of 4: Enter Your Code' })).toBeVisible();
  }

  /** Enters the code from the email. */
  async function prove(page: Page, identity: Identity): Promise<void> {
    await identify(page, identity);
    await field(page, 'Code').fill(await codeInOutbox(page.getByRole('main'), 'Your code to create an online account'));
    await press(page, 'Continue');
  }

  async function choose(page: Page, username: string): Promise<void> {
    await expect(page.getByRole('heading', { level: 2, name: 'Step 3 of 4: Username and Password' })).toBeVisible();
    await field(page, 'Username').fill(username);
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Confirm Password').fill(PASSWORD);
    await page.getByRole('checkbox', { name: 'I agree to the Terms of Use' }).check();
    await press(page, 'Create Online Account');
  }

  const seeCreated = (page: Page): Promise<void> =>
    expect(success(page).filter({ hasText: 'Your online account has been created.' })).toBeVisible();

  /** Returns the browser's storage as one text. */
  const stored = (page: Page): Promise<string> =>
    page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

  test('links a new username to the loans, and the borrower can log in with it', async ({
    page,
    monitor,
    testServer,
  }) => {
    const emery = await readIdentity(testServer);
    await page.goto('/account/registration');
    await seePage(page, {
      path: '/account/registration',
      title: 'Find Your Loans | Create Online Account',
      heading: 'Create Online Account',
    });
    await seeAccessible(page);
    await identify(page, emery);
    await expect(page).toHaveURL('/account/registration/code');
    await seeAccessible(page);
    await field(page, 'Code').fill(await codeInOutbox(page.getByRole('main'), 'Your code to create an online account'));
    await press(page, 'Continue');
    await expect(page).toHaveURL('/account/registration/username');
    await page.setViewportSize({ width: 360, height: 800 });
    await seeNoSidewaysScrolling(page);
    await choose(page, capitalized(emery.username));
    await seeCreated(page);
    await expect(page.getByText(`Your username is ${emery.username}.`)).toBeVisible();
    // Four digits alone may be part of a longer random number, or a group of a random id.
    const lastFour = new RegExp(`\\b${emery.lastFour}\\b`);
    const secrets = [PASSWORD, emery.born, emery.number.slice(1), '1993-09-08'];
    for (const text of [await stored(page), ...monitor.addresses]) {
      for (const secret of secrets) expect(text).not.toContain(secret);
      expect(text.replaceAll(RANDOM_ID, '')).not.toMatch(lastFour);
    }
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await enterCredentials(page, emery.username, PASSWORD);
    await seeDashboard(page);
    await expect(page.getByText(emery.number).first()).toBeVisible();
  });

  test('keeps entries when the borrower goes back and forth, and no URL skips the first step', async ({
    page,
    testServer,
  }) => {
    const emery = await readIdentity(testServer);
    await page.goto('/account/registration/username');
    await expect(page).toHaveURL('/account/registration');
    await prove(page, emery);
    await expect(page).toHaveURL('/account/registration/username');
    await field(page, 'Username').fill(emery.username);
    await page.goBack();
    await expect(page).toHaveURL('/account/registration/code');
    await page.goBack();
    await expect(field(page, 'Account Number')).toHaveValue(emery.number);
    await page.goForward();
    await page.goForward();
    await expect(field(page, 'Username')).toHaveValue(emery.username);
    await press(page, 'Previous');
    await field(page, 'Date of Birth').fill('09/09/1993');
    await page.goForward();
    await expect(page).toHaveURL('/account/registration');
  });

  test('shows the correct outcome if the answer was lost', async ({ page, testServer, monitor }) => {
    const emery = await readIdentity(testServer);
    monitor.allow(/./);
    await page.goto('/account/registration');
    await prove(page, emery);
    await testServer.fail('credentials.register', { when: 'after', drop: true });
    await choose(page, emery.username);
    await seeCreated(page);
    const sent = monitor.calls.filter(({ path }) => path === 'registrations');
    expect(sent).toHaveLength(1);
  });

  test('directs a borrower with a username to a new password, and creates no other username', async ({
    page,
    testServer,
  }) => {
    const avery = await readIdentity(testServer, 'avery');
    await page.goto('/account/registration');
    await prove(page, avery);
    await expect(page.getByRole('heading', { level: 2, name: 'You Have an Online Account' })).toBeFocused();
    await expect(page.getByText('Your username is a*****')).toBeVisible();
    await seeAccessible(page);
    await page.goto('/account/registration/username');
    await expect(page).toHaveURL('/account/registration');
    await prove(page, avery);
    await page.getByRole('link', { name: 'set a new password' }).click();
    await expect(page).toHaveURL('/account/forgot');
  });
});

test.describe('a forgotten password', () => {
  test('can be reset with the code from the email, from the sign-in page to the dashboard', async ({
    page,
    monitor,
    testServer,
  }) => {
    const { signIns, ssnLastFour = '' } = await testServer.copyPerson('avery');
    const username = signIns['avery'] ?? '';
    await monitor.readBodies('**/api/1/**');
    await page.goto('/account/login');
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await seeSignIn(page);
    await page.getByRole('link', { name: 'Forgot your username or password?' }).click();
    await seePage(page, {
      path: '/account/forgot',
      title: 'Find Your Username | Forgot Username or Password',
      heading: 'Forgot Username or Password',
    });
    await seeAccessible(page);
    const identify = async () => {
      await field(page, 'Account Number').fill(AVERY.number);
      await field(page, 'Date of Birth').fill(AVERY.born);
      await field(page, 'Last Four Digits of Social Security Number').fill(ssnLastFour);
      await press(page, 'Continue');
      await expect(page).toHaveURL('/account/forgot/code');
    };
    await identify();
    const code = await codeInOutbox(page.getByRole('main'), 'Your code to set a new password');
    await page.emulateMedia({ colorScheme: 'dark' });
    await seeAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await seeNoSidewaysScrolling(page);
    await field(page, 'Code').fill(code === '000000' ? '111111' : '000000');
    await press(page, 'Continue');
    const wrong = "This isn't the code in our latest email. Please correct it and try again.";
    await expect(field(page, 'Code')).toBeFocused();
    await expect(field(page, 'Code')).toHaveAccessibleDescription(new RegExp(wrong));
    await field(page, 'Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await press(page, 'Continue');
    await expect(page).toHaveURL('/account/forgot/password');
    await expect(page.getByText(`Your username is a*****${username.slice(-1)}.`)).toBeVisible();
    await seeAccessible(page);
    await seeNoSidewaysScrolling(page);
    // A reload discards everything: the borrower starts over and uses the code of the new request.
    await page.reload();
    await expect(page).toHaveURL('/account/forgot');
    await identify();
    await field(page, 'Code').fill(await codeInOutbox(page.getByRole('main'), 'Your code to set a new password'));
    await press(page, 'Continue');
    await field(page, 'New Password').fill(PASSWORD);
    await field(page, 'Confirm Password').fill(PASSWORD);
    await press(page, 'Set New Password');
    await expect(success(page).filter({ hasText: 'Your new password has been set.' })).toBeVisible();
    const stored = JSON.stringify(await page.context().storageState());
    const tokens = monitor.calls.flatMap(({ body }) => /"requestToken":"([^"]+)"/.exec(body ?? '')?.[1] ?? []);
    expect(tokens.length).toBeGreaterThan(0);
    for (const secret of [PASSWORD, AVERY.number.slice(1), '1994-04-17', code, ...tokens]) {
      for (const address of monitor.addresses) expect(address).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Log In', exact: true }).click();
    await enterCredentials(page, username, PASSWORD);
    await seeDashboard(page);
  });

  test('shows the same page for an unknown borrower, and allows another code after a minute', async ({ page }) => {
    await page.clock.install();
    await page.goto('/account/forgot');
    await field(page, 'Account Number').fill(NOBODY);
    await field(page, 'Date of Birth').fill('01/01/1980');
    await field(page, 'Last Four Digits of Social Security Number').fill('9999');
    await press(page, 'Continue');
    await expect(page).toHaveURL('/account/forgot/code');
    await expect(page.getByText('If what you entered matches an account, we sent a code')).toBeVisible();
    await expect(button(page, 'Send a New Code')).toHaveCount(0);
    await page.clock.fastForward(60_000);
    await press(page, 'Send a New Code');
    await expect(success(page).filter({ hasText: 'we sent a new code' })).toBeFocused();
    await expect(button(page, 'Send a New Code')).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/account/forgot');
    await expect(field(page, 'Account Number')).toHaveValue(NOBODY);
  });
});

test.describe('changing the password', () => {
  async function change(page: Page, present: string, next = PASSWORD): Promise<void> {
    await field(page, 'Current Password').fill(present);
    await field(page, 'New Password').fill(next);
    await field(page, 'Confirm Password').fill(next);
    await press(page, 'Change Password');
  }

  test('ends the other sessions, and the borrower can log in with the new password', async ({
    page,
    newDevice,
    demoUser,
  }) => {
    const other = await newDevice();
    const { page: elsewhere } = other;
    await arriveAt(elsewhere, '/dashboard', await demoUser('blake'));
    await seeDashboard(elsewhere);
    await arriveAt(page, '/profile/change-password', await demoUser('blake'));
    await seePage(page, { path: '/profile/change-password', title: 'Change Password', heading: 'Change Password' });
    await seeAccessible(page);
    await change(page, 'demo');
    await expect(success(page).filter({ hasText: 'Your password has been changed.' })).toBeFocused();
    await page.reload();
    await expect(field(page, 'Current Password')).toBeVisible();
    await elsewhere.reload();
    await seeSignIn(elsewhere);
    await enterCredentials(elsewhere, await demoUser('blake'), PASSWORD);
    await seeDashboard(elsewhere);
    await other.close();
  });

  test('validates the new password, can show it, and is not lost if the answer was lost', async ({
    page,
    testServer,
    monitor,
    demoUser,
  }) => {
    monitor.allow(/./);
    await arriveAt(page, '/profile/change-password', await demoUser('blake'));
    await change(page, 'demo', 'passwordpassword');
    await expect(alert(page)).toContainText('This password is too easy to guess. Please choose another one.');
    await button(page, 'Show New Password').click();
    await expect(field(page, 'New Password')).toHaveAttribute('type', 'text');
    await testServer.fail('credentials.changePassword', { when: 'after', status: 500 });
    await change(page, 'demo');
    await expect(alert(page)).toContainText("we can't tell yet whether your password was changed");
    await press(page, 'Change Password');
    await expect(page.getByText('Your password has been changed.')).toBeVisible();
  });
});

test.describe('other ways to sign in', () => {
  test('an employee without the role is refused', async ({ page, monitor, demoUser }) => {
    monitor.allow(/status of 403/);
    await page.goto('/account/login-impersonation');
    await enterCredentials(page, await demoUser('avery'));
    await expect(page.getByRole('heading', { level: 1, name: "You can't log in here" })).toBeVisible();
    await seeAccessible(page);
    await page.getByRole('link', { name: 'Go to the log-in page' }).click();
    await seePage(page, { path: '/account/login', title: 'Log In', heading: 'Log In' });
  });

  test('single sign-on redirects to the federal identity', async ({ page }) => {
    await withSettings(page, 'feature-flags.json', { isSsoEnabled: true });
    await page.goto('/login-sso');
    await expect(page.getByRole('heading', { level: 1, name: 'Log In with StudentAid.gov' })).toBeVisible();
    await seeAccessible(page);
  });
});

test.describe('campaigns', () => {
  test('a campaign shows the content page with its name', async ({ page }) => {
    await page.goto('/campaign?name=paperless');
    await seePage(page, {
      path: '/campaign?name=paperless',
      title: 'Your mail, without the paper',
      heading: 'Your mail, without the paper',
    });
  });

  test('a missing or unknown campaign is not found', async ({ page, monitor }) => {
    monitor.allow(/status of 404/);
    await page.goto('/campaign');
    await seeNotFound(page);
    for (const name of ['nothing-of-ours', '../help/interest']) {
      await followLink(page, '/welcome');
      await seeWelcome(page);
      await followLink(page, `/campaign?name=${name}`);
      await seeNotFound(page);
    }
  });
});

test.describe('external links', () => {
  const address = (externalUrl: string, target = 'elsewhere') =>
    `/externalRedirect?${new URLSearchParams({ externalUrl, target }).toString()}`;

  test('open a configured host in the named window and keep the current page', async ({ page, context }) => {
    await context.route('https://studentaid.gov/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
    );
    const opening = context.waitForEvent('page');
    await page.goto(address('https://studentaid.gov/manage-loans'));
    await expect(await opening).toHaveURL('https://studentaid.gov/manage-loans');
    await expect(page.getByRole('heading', { level: 1, name: 'Leaving this site' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Continue to studentaid.gov' })).toHaveAttribute('target', 'elsewhere');
    await expect(page).toHaveURL(/^[^?]*\/externalRedirect\?/);
    await seeAccessible(page);
  });
});
