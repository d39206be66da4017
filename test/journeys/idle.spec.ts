/** Idle timeout: the warning, staying logged in, and the effect on all tabs (P §2.5, §4, §9). */
import type { BrowserContext, Page } from '@playwright/test';
import { seeAccessible, seeNoSidewaysScrolling } from './support/checks.ts';
import {
  arriveAt,
  button,
  enterCredentials,
  paymentDate,
  press,
  seeDashboard,
  seeStep,
  seeWelcome,
  startPaying,
  withSettings,
} from './support/person.ts';
import { expect, test } from './support/test.ts';

const REASON = 'We logged you out because nothing had happened for a while.';

/** Configures the seconds until the warning and the seconds of the warning. */
async function configure(context: BrowserContext, idleSeconds: number, idleTimeout: number): Promise<void> {
  await withSettings(context, 'config.json', { idleSeconds, idleTimeout });
}

const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });
const flag = (page: Page) => page.evaluate(() => sessionStorage.getItem('AutoLoggedOut'));
/** Simulates sleep mode: the last activity was this many seconds ago. */
const sleep = (page: Page, seconds: number) =>
  page.evaluate((ms) => localStorage.setItem('last-activity', String(Date.now() - ms)), seconds * 1000);

const lastActivity = (page: Page) => page.evaluate(() => Number(localStorage.getItem('last-activity')));

test('an idle borrower sees the warning with a countdown and can stay', async ({ page, context, demoUser }) => {
  await configure(context, 1200, 600);
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  await seeDashboard(page);
  await sleep(page, 1199);
  await expect(warning(page)).toBeVisible();
  await expect(button(page, 'Stay Logged In')).toBeFocused();
  await expect(warning(page)).toContainText('we log you out when nothing has happened for a while');
  const counter = warning(page).locator('strong');
  await expect(counter).toHaveText(/^Seconds until you're logged out: (600|5\d\d)$/);
  const first = await counter.textContent();
  await expect(counter).not.toHaveText(first ?? '');
  // The countdown is announced only in the last minute.
  await expect(warning(page).getByRole('status')).toHaveText('');
  await seeAccessible(page);
  await page.setViewportSize({ width: 360, height: 700 });
  await seeNoSidewaysScrolling(page);
  // Only the buttons count during the warning.
  const before = await lastActivity(page);
  await page.mouse.move(20, 20);
  await page.mouse.move(60, 60);
  await page.keyboard.press('Escape');
  const said = await counter.textContent();
  await expect(counter).not.toHaveText(said ?? '');
  expect(await lastActivity(page)).toBe(before);
  // Less than half a minute is left; the screen reader announces only a few of the numbers.
  await sleep(page, 1771);
  await expect(warning(page).getByRole('status')).toHaveText(/^Seconds until you're logged out: (10|30)$/);
  await press(page, 'Stay Logged In');
  await expect(warning(page)).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
});

test('mouse and keyboard postpone the warning', async ({ page, demoUser }) => {
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  await seeDashboard(page);
  let moved = 0;
  for (const act of [() => page.mouse.move((moved += 10), 40), () => page.keyboard.press('Shift')]) {
    await sleep(page, 600);
    const before = await lastActivity(page);
    // Activity within half a second is throttled, so repeat it.
    const actAgain = async () => {
      await act();
      return lastActivity(page);
    };
    await expect.poll(actAgain).toBeGreaterThan(before + 590_000);
  }
  await expect(warning(page)).toHaveCount(0);
});

test('a borrower who stays away is logged out, sees the reason, and returns to the same page after sign-in', async ({
  page,
  demoUser,
}) => {
  await startPaying(page, await demoUser('blake'));
  await paymentDate(page).fill('11/24/2026');
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  // Twenty minutes and thirty seconds in sleep mode.
  await sleep(page, 1230);
  await seeWelcome(page);
  await expect(page.getByText(REASON)).toBeVisible();
  await seeAccessible(page);
  expect(await flag(page)).toBe('true');
  expect(await page.evaluate(() => sessionStorage.getItem('borrower-actions'))).toBeNull();

  // The provider's session has ended as well.
  await page.reload();
  await seeWelcome(page);
  await expect(page.getByText(REASON)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await enterCredentials(page, await demoUser('blake'));
  await seeStep(page, 'Payment Method');
  await expect(page.getByText('We kept what you had entered')).toBeVisible();
  await press(page, 'Previous');
  await expect(paymentDate(page)).toHaveValue('11/24/2026');
  expect(await flag(page)).toBeNull();
});

test('a site search is not stored when the session ends', async ({ page, demoUser }) => {
  await arriveAt(page, '/dashboard', await demoUser('blake'));
  await seeDashboard(page);
  await page.getByRole('searchbox').first().fill('E104882913');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account/search?term=E104882913');
  await sleep(page, 1230);
  await seeWelcome(page);
  expect(await page.evaluate(() => sessionStorage.getItem('AutoLoggedOut.place'))).toContain('"/account/search"');
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await enterCredentials(page, await demoUser('blake'));
  await expect(page).toHaveURL('/account/search');
});

interface TypedForm {
  readonly address: string;
  readonly type: (page: Page) => Promise<void>;
  readonly see: (page: Page) => Promise<void>;
  /** Whether the page uses the restored entries at once, and shows their result in place of the notice. */
  readonly isShownAtOnce?: boolean;
  /** Entries that must not be stored anywhere. */
  readonly secrets?: readonly string[];
}

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

const ROUTING_NUMBER = '021000021';
const ACCOUNT_NUMBER = '4711471147';

async function typeBankAccount(page: Page): Promise<void> {
  await press(page, 'Add Payment Method');
  await textbox(page, 'Routing Number').fill(ROUTING_NUMBER);
  await textbox(page, 'Account Number').fill(ACCOUNT_NUMBER);
  await textbox(page, 'Name on Account').fill('Blake Torvald');
  await page.getByRole('radio', { name: 'Savings', exact: true }).check();
}

async function seeBankAccount(page: Page): Promise<void> {
  await expect(page.getByText('Please enter again: Routing Number, Account Number.')).toBeVisible();
  await expect(textbox(page, 'Name on Account')).toHaveValue('Blake Torvald');
  await expect(textbox(page, 'Account Nickname')).toHaveValue('Vacation');
  await expect(page.getByRole('radio', { name: 'Savings', exact: true })).toBeChecked();
  await expect(textbox(page, 'Routing Number')).toHaveValue('');
  await expect(textbox(page, 'Account Number')).toHaveValue('');
}

/** Forms of several pages, their entries, and the place where these are restored. */
const FORMS: readonly TypedForm[] = [
  {
    address: '/email-us',
    type: async (page: Page) => {
      await page.getByRole('textbox', { name: 'Subject' }).fill('My payment');
      // A Social Security number is not stored.
      await page.getByRole('textbox', { name: 'Message' }).fill('My number is 123-45-6789.');
    },
    see: async (page: Page) => {
      await expect(page.getByText('Please enter again: Message.')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('My payment');
      await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
    },
  },
  {
    address: '/profile/contact-info',
    type: async (page: Page) => {
      await press(page, 'Change');
      await page.getByRole('textbox', { name: 'City' }).fill('Ames');
    },
    see: (page: Page) => expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Ames'),
  },
  {
    address: '/payments/payment-auto-debit',
    type: async (page: Page) => {
      await page
        .getByRole('button', { name: /^Change Direct Loans/ })
        .first()
        .click();
      const extra = page.getByRole('textbox', { name: /^Extra amount/ });
      await extra.fill('25');
      // The warning about the session may take the focus, which formats the amount.
      await extra.blur();
    },
    see: (page: Page) => expect(page.getByRole('textbox', { name: /^Extra amount/ })).toHaveValue('25.00'),
  },
  {
    address: '/payments/payment-methods',
    type: async (page) => {
      await typeBankAccount(page);
      await textbox(page, 'Account Nickname').fill('Vacation');
    },
    see: seeBankAccount,
    secrets: [ROUTING_NUMBER, ACCOUNT_NUMBER],
  },
  {
    address: '/payments/payflow/schedule',
    type: async (page) => {
      await press(page, 'Continue');
      await typeBankAccount(page);
      await page.getByRole('checkbox', { name: 'Save this payment method' }).check();
      await textbox(page, 'Account Nickname').fill('Vacation');
    },
    see: async (page) => {
      await seeStep(page, 'Payment Method');
      await seeBankAccount(page);
    },
    secrets: [ROUTING_NUMBER, ACCOUNT_NUMBER],
  },
  {
    address: '/payments/payment-payoff',
    type: async (page) => {
      await textbox(page, 'Payoff date').fill('12/07/2026');
    },
    see: async (page) => {
      // The quote for the entered day is requested at once.
      await expect(page.getByText(/^Your payoff amount for 12\/07\/2026 is/)).toBeVisible();
      await expect(textbox(page, 'Payoff date')).toHaveValue('12/07/2026');
    },
    isShownAtOnce: true,
  },
  {
    address: '/content/caprivacyform',
    type: async (page) => {
      await page.getByRole('radio', { name: 'For someone else' }).check();
      await textbox(page, 'Your First Name').fill('Kim');
      await textbox(page, 'Your Date of Birth').fill('02/29/1996');
      // Its list of states has to load again, and has no states.
      await page.getByRole('combobox', { name: 'Country' }).selectOption('GI');
    },
    see: async (page) => {
      await expect(page.getByText('Please enter again: Your Date of Birth.')).toBeVisible();
      await expect(textbox(page, 'Your First Name')).toHaveValue('Kim');
      await expect(textbox(page, 'Your Date of Birth')).toHaveValue('');
      await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('GI');
      await expect(page.getByRole('combobox', { name: 'State' })).toHaveCount(0);
    },
    secrets: ['02/29/1996'],
  },
];

for (const { address, type, see, secrets = [], isShownAtOnce = false } of FORMS) {
  test(`the entries at ${address} are restored after the session has ended and a new log-in`, async ({
    page,
    monitor,
    demoUser,
  }) => {
    await monitor.readBodies('**/api/1/drafts/**');
    await arriveAt(page, address, await demoUser('blake'));
    await type(page);
    await sleep(page, 1230);
    await seeWelcome(page);
    const sent = () => monitor.calls.filter(({ method, path }) => path.startsWith('drafts/') && method === 'PUT');
    await expect.poll(sent).not.toEqual([]);
    const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
    for (const secret of secrets) expect([JSON.stringify(sent()), stored].join('\n')).not.toContain(secret);
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await enterCredentials(page, await demoUser('blake'));
    if (!isShownAtOnce) await expect(page.getByText('We kept what you had entered')).toBeVisible();
    await see(page);
    await seeAccessible(page);
  });
}

test('another person who signs in afterwards starts at the home page', async ({ page, demoUser }) => {
  await startPaying(page, await demoUser('blake'));
  await sleep(page, 1230);
  await seeWelcome(page);
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await enterCredentials(page, await demoUser('avery'));
  await seeDashboard(page);
});

test('the session times out without any interaction', async ({ page, context, demoUser }) => {
  await configure(context, 1, 1);
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await seeWelcome(page);
  await expect(page.getByText(REASON)).toBeVisible();
});

test('tabs agree: the warning is in all of them, staying in one keeps all, and logging out in one logs out all', async ({
  page,
  context,
  demoUser,
}) => {
  await configure(context, 1200, 600);
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await seeDashboard(page);
  const second = await context.newPage();
  await second.goto('/dashboard');
  await seeDashboard(second);
  await sleep(second, 1201);
  await expect(warning(page)).toBeVisible();
  await expect(warning(second)).toBeVisible();
  await press(page, 'Stay Logged In');
  await expect(warning(page)).toHaveCount(0);
  await expect(warning(second)).toHaveCount(0);

  // Logging out in one tab logs out all.
  await sleep(second, 1201);
  await warning(page).getByRole('button', { name: 'Log Out' }).click();
  await seeWelcome(page);
  await seeWelcome(second);
  await expect(second.getByText(REASON)).toHaveCount(0);
});

test('tabs agree: both time out, the provider ends one session, and both show the reason', async ({
  page,
  context,
  demoUser,
}) => {
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await seeDashboard(page);
  const second = await context.newPage();
  await second.goto('/payments/payflow/schedule');
  await seeStep(second, 'Schedule Payment');
  await sleep(second, 4000);
  for (const tab of [page, second]) {
    await seeWelcome(tab);
    await expect(tab.getByText(REASON)).toBeVisible();
  }
  await second.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await enterCredentials(second, await demoUser('avery'));
  await seeStep(second, 'Schedule Payment');
});

test('a session that the provider no longer renews ends with its own message', async ({
  page,
  context,
  testServer,
  monitor,
  demoUser,
}) => {
  monitor.allow(/status of 401/);
  await arriveAt(page, '/dashboard', await demoUser('avery'));
  await seeDashboard(page);
  await context.clearCookies();
  await testServer.fail('payments.borrowerPayment', { when: 'before', status: 401 });
  await page.getByRole('main').getByRole('link', { name: 'Make a Payment', exact: true }).click();
  await seeWelcome(page);
  // The message promises nothing about entries: not every form keeps them.
  await expect(page.getByText('Your session has ended. Log in to continue.', { exact: true })).toBeVisible();
  await expect(page.getByText(REASON)).toHaveCount(0);
  expect(await flag(page)).toBeNull();
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await enterCredentials(page, await demoUser('avery'));
  await seeStep(page, 'Schedule Payment');
});
