/** The privacy forms of a visitor (P §2.7, §2.8, rulings 4 and 10). */
import type { Page } from '@playwright/test';
import { seeAccessible, seeNoSidewaysScrolling } from './support/checks.ts';
import { REVIEW_FIELDS, button, press, seePage } from './support/person.ts';
import { expect, test } from './support/test.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const REQUEST = {
  path: '/content/caprivacyform',
  title: 'California Privacy Rights',
  heading: 'California Privacy Rights',
};

test('an agent makes a request for a consumer, corrects the errors and sees the confirmation', async ({
  page,
  monitor,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/content/forms/caprivacyform');
  await seePage(page, REQUEST);
  await press(page, 'Submit Request');
  await expect(page.locator('#error-panel')).toBeFocused();
  await expect(page.getByText(REVIEW_FIELDS)).toBeInViewport();
  await page.getByRole('radio', { name: 'For someone else' }).check();
  await seeAccessible(page);
  await seeNoSidewaysScrolling(page);
  await field(page, 'Your First Name').fill('Kim');
  await field(page, 'Your Last Name').fill('Álvarez');
  await field(page, 'Your Date of Birth').fill('02291996');
  await field(page, 'Your Email Address').fill('kim@example.com');
  await field(page, 'Your Phone Number').fill('(402) 555-0143');
  await field(page, 'Your Relationship to the Consumer').selectOption('Attorney');
  await field(page, 'First Name').fill('José');
  await expect(field(page, 'Your Date of Birth')).toHaveValue('02/29/1996');
  await expect(field(page, 'Your Phone Number')).toHaveValue('402-555-0143');
  await field(page, 'Last Name').fill("O'Brien");
  await field(page, 'Mailing Address').fill('12 Elm Street');
  await field(page, 'City').fill('Gibraltar');
  // A country without states requires neither state nor ZIP code (ruling 10).
  await field(page, 'Country').selectOption('GI');
  await expect(field(page, 'State')).toHaveCount(0);
  // A reload loses nothing but the date of birth. The draft of a visitor stays in the tab.
  await page.reload();
  await expect(field(page, 'Last Name')).toHaveValue("O'Brien");
  await expect(field(page, 'Country')).toHaveValue('GI');
  await field(page, 'Your Date of Birth').fill('02291996');
  expect(monitor.calls.filter(({ path }) => path.startsWith('drafts/'))).toEqual([]);
  await field(page, 'Email Address').fill('jose@example.com');
  await field(page, 'Type of Request').selectOption('AccAndDel');
  await expect(page.getByText('Deletion:')).toBeVisible();
  await field(page, 'Relationship to Larkfield Loan Servicing').selectOption('Borrower');
  await press(page, 'Submit Request');
  await expect(page.getByText('Your confirmation number is')).toBeVisible();
  await expect(button(page, 'Submit Request')).toHaveCount(0);
  await seeAccessible(page);
  for (const address of monitor.addresses) expect(address).not.toContain('example.com');
});

test('an opt-out without an answer is settled after a reload and received once', async ({ page, testServer }) => {
  await page.goto('/content/privacyoptoutform');
  await seePage(page, {
    path: '/content/privacyoptoutform',
    title: 'Privacy Opt-Out',
    heading: 'Privacy Opt-Out',
  });
  await field(page, 'Account Number').fill('E100200301');
  await field(page, 'First Name').fill('Avery');
  await field(page, 'Last Name').fill('Quist');
  await field(page, 'Street Address').fill('2217 Prairie Rose Lane');
  await field(page, 'City').fill('Lincoln');
  await field(page, 'State').selectOption('NE');
  await field(page, 'ZIP/Postal Code').fill('68506');
  await page.getByRole('checkbox', { name: 'Affiliate sharing', exact: true }).uncheck();
  await testServer.fail('privacy.optOut', { when: 'after', hang: true });
  await press(page, 'Submit');
  await expect(button(page, 'Submitting your request…')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Your choices were received')).toBeVisible();
  await expect(page.getByText('Your confirmation number is')).toBeVisible();
});
