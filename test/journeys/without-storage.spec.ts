/** A browser without storage: public pages work, and logging in explains the requirements (ruling 111). */
import type { Page } from '@playwright/test';
import { findRoute } from '#domain/portal/routes.ts';
import { PRIVACY_CHOICES } from '#src/app/measurement/privacy-choices.ts';
import { alert, seeWelcome } from './support/person.ts';
import { expect, test } from './support/test.ts';

const NEEDED = /^Logging in needs cookies and site data\./;

/** The ways in which browsers store nothing, each as a person's browser has it. */
const WAYS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'storage is blocked': (page) =>
    page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
          },
        });
      }
    }),
  'storage is full': (page) =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Setting the value exceeded the quota.', 'QuotaExceededError');
      };
    }),
  'cookies are disabled': async (page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false }));
  },
};

/** Public pages of each kind: managed pages, forms, uploads, search, and those about usernames. */
const PUBLIC = [
  '/account/registration',
  '/account/forgot',
  '/account/search',
  '/content/docupload',
  '/content/privacyoptoutform',
  '/content/caprivacyform',
  '/error/generic',
] as const;

const logIn = (page: Page) => page.locator('main').getByRole('button', { name: 'Log In', exact: true });

for (const [way, arrange] of Object.entries(WAYS)) {
  test(`if ${way}, public pages work, and logging in explains the requirements`, async ({ page }) => {
    await arrange(page);
    await page.goto('/');
    await seeWelcome(page);
    for (const address of PUBLIC) {
      await page.goto(address);
      await expect(page).toHaveTitle(new RegExp(`\\b${findRoute(address)?.title} \\|`));
      await expect(page.getByRole('heading', { level: 1, name: /couldn't be opened/ })).toHaveCount(0);
    }
    await page.goto('/account/login');
    await logIn(page).click();
    await expect(alert(page).getByText(NEEDED)).toBeVisible();
    await expect(page).toHaveURL('/account/login');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: "Log-in wasn't finished" })).toBeFocused();
    await expect(page.getByText(NEEDED)).toBeVisible();
    await logIn(page).click();
    await expect(page.getByText(NEEDED)).toBeVisible();
  });
}

test('if storage is full, privacy choices are not reported as saved', async ({ page }) => {
  await WAYS['storage is full']?.(page);
  await page.goto('/');
  await seeWelcome(page);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Your Privacy Choices' }).click();
  await page.getByRole('button', { name: 'Save My Choices' }).click();
  await expect(page.getByText('so your choices end when you leave this page')).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), PRIVACY_CHOICES)).toBeNull();
});
