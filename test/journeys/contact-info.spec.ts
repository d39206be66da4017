/**
 * Contact information: changed by keyboard on a small screen, separate for a payer, confirmed before other pages, and
 * edited in two tabs.
 */
import type { Page } from '@playwright/test';
import { seeFitting, seeUsable } from './support/checks.ts';
import { codeInOutbox, passwordDialog } from './support/confirmation.ts';
import {
  STEPS,
  alert,
  arriveAt,
  button,
  fact,
  press,
  seeDashboard,
  seePage,
  seeStep,
  startPaying,
  success,
  tabTo,
  withAccessFacts,
} from './support/person.ts';
import { expect, test } from './support/test.ts';

const ADDRESS = '/profile/contact-info';
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const list = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const saved = (page: Page) => success(page).filter({ hasText: 'Your contact information has been saved.' });
const seeContact = (page: Page): Promise<void> =>
  seePage(page, { path: ADDRESS, title: 'Contact Information', heading: 'Contact Information' });

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a borrower with only a keyboard changes the state, and a payment shows it', async ({
    page,
    monitor,
    testServer,
    demoUser,
  }) => {
    monitor.allow(/status of 403|status of 503/);
    await arriveAt(page, ADDRESS, await demoUser('avery'));
    await seeContact(page);
    await expect(fact(page, 'Mobile Phone')).toHaveText('402-555-0131');
    await expect(fact(page, 'State')).toHaveText('Nebraska');
    await seeUsable(page);

    await tabTo(page, button(page, 'Change'));
    await page.keyboard.press('Enter');
    await tabTo(page, box(page, 'Email Address'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('zoe@example.com');
    await tabTo(page, box(page, 'Home Phone'));
    await page.keyboard.type('(515) 555 0107');
    await tabTo(page, box(page, 'Mobile Phone'));
    await expect(box(page, 'Home Phone')).toHaveValue('515-555-0107');
    await tabTo(page, box(page, 'City'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Ames');
    await tabTo(page, list(page, 'State'));
    await page.keyboard.type('Iowa');
    await expect(list(page, 'State')).toHaveValue('IA');
    await tabTo(page, box(page, 'ZIP/Postal Code'));
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('500');
    // Enter in a field submits the form.
    await page.keyboard.press('Enter');
    await expect(alert(page)).toBeFocused();
    await expect(alert(page)).toContainText('Please enter your 5 digit ZIP/Postal Code.');
    await seeFitting(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(box(page, 'ZIP/Postal Code')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('500101234');

    // The new email address needs the password and the code that was sent to it.
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(passwordDialog(page)).toBeVisible();
    await seeFitting(page);
    await tabTo(page, dialog.getByLabel('Password', { exact: true }));
    await page.keyboard.type('demo');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name: 'Check your new email address' })).toBeVisible();
    await expect(box(page, 'Code')).toBeFocused();
    await seeFitting(page);
    await page.keyboard.type(await codeInOutbox(dialog, 'Your code for your new email address'));

    // The change is saved, but the answer is lost. Repeating it has no further effect.
    await testServer.fail('contact.save', { when: 'after', status: 503 });
    await page.keyboard.press('Enter');
    await expect(alert(page)).toBeFocused();
    await expect(box(page, 'Home Phone')).toHaveValue('515-555-0107');
    await tabTo(page, button(page, 'Save'));
    await page.keyboard.press('Enter');
    await expect(saved(page)).toBeFocused();
    await expect(fact(page, 'ZIP/Postal Code')).toHaveText('50010-1234');
    await expect(fact(page, 'State')).toHaveText('Iowa');
    await seeFitting(page);

    await page.reload();
    await seeContact(page);
    await expect(saved(page)).toHaveCount(0);
    await expect(fact(page, 'Email Address')).toHaveText('zoe@example.com');
    await page.goto(STEPS['Schedule Payment']);
    await seeStep(page, 'Schedule Payment');
    await press(page, 'Continue');
    await seeStep(page, 'Payment Method');
    await press(page, 'Continue');
    await expect(fact(page, 'Email')).toHaveText('z*****@example.com');
  });
});

test('another country has other states or none, and Cancel restores the old values', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  monitor.allow(/status of 500/);
  await arriveAt(page, ADDRESS, await demoUser('avery'));
  await press(page, 'Change');
  await testServer.fail('demographics.states', { when: 'before', status: 500 });
  await list(page, 'Country').selectOption({ label: 'Canada' });
  await expect(page.getByText("We couldn't load the states of this country.")).toBeVisible();
  await seeFitting(page);
  await press(page, 'Load the states again');
  await list(page, 'State').selectOption({ label: 'Ontario' });
  await list(page, 'Country').selectOption({ label: 'Gibraltar' });
  await expect(list(page, 'State')).toHaveCount(0);
  await list(page, 'Country').selectOption({ label: 'United Kingdom' });
  await expect(list(page, 'State')).toHaveValue('');
  await press(page, 'Cancel');
  await expect(fact(page, 'State')).toHaveText('Nebraska');
  await expect(fact(page, 'Country')).toHaveText('United States');
});

test('a payer finds her own contact information in the profile menu', async ({ page, demoUser }) => {
  await startPaying(page, await demoUser('casey'));
  await press(page, 'Lindqvist');
  await page.getByRole('link', { name: 'Contact Information', exact: true }).click();
  await seeContact(page);
  await expect(fact(page, 'Email Address')).toHaveText('casey.lindqvist@example.com');
  await expect(fact(page, 'City')).toHaveText('Des Moines');
  await seeFitting(page);
  await press(page, 'Change');
  await box(page, 'City').fill('Ames');
  await press(page, 'Save');
  await expect(saved(page)).toBeFocused();
  await expect(fact(page, 'City')).toHaveText('Ames');
});

test('a borrower who must confirm it first does so, and then sees the requested page', async ({ page, demoUser }) => {
  let isRequested = true;
  await withAccessFacts(page, () => ({ borrowerActions: isRequested ? ['contact-info'] : [] }));
  const seeConfirm = () =>
    seePage(page, {
      path: '/actions/contact-info',
      title: 'Confirm Your Contact Information',
      heading: 'Confirm Your Contact Information',
    });
  await arriveAt(page, STEPS['Schedule Payment'], await demoUser('avery'));
  await seeConfirm();
  await expect(fact(page, 'Street Address')).toHaveText('2217 Prairie Rose Lane');
  await seeUsable(page);
  await page.goto('/dashboard');
  await seeConfirm();
  isRequested = false;
  await press(page, 'Confirm');
  await seeDashboard(page);
});

test("in two tabs, the later one shows the other's changes and keeps its entries until the borrower chooses", async ({
  page,
  context,
  monitor,
  demoUser,
}) => {
  monitor.allow(/status of 409/);
  await arriveAt(page, ADDRESS, await demoUser('avery'));
  await seeContact(page);
  const other = await context.newPage();
  await other.goto(ADDRESS);
  for (const tab of [page, other]) await press(tab, 'Change');
  await box(other, 'City').fill('Omaha');
  await press(other, 'Save');
  await expect(saved(other)).toBeVisible();

  await box(page, 'City').fill('Kearney');
  await press(page, 'Save');
  const warning = page.getByText('Your contact information was changed in another window or on another device.');
  await expect(warning).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Omaha' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Kearney' })).toBeVisible();
  await seeFitting(page);
  await press(page, 'Keep my changes');
  await expect(box(page, 'City')).toHaveValue('Kearney');
  await press(page, 'Save');
  await expect(saved(page)).toBeFocused();
  await expect(fact(page, 'City')).toHaveText('Kearney');

  // The other way round: this tab takes over the latest version.
  await press(other, 'Change');
  await box(other, 'City').fill('Grand Island');
  await press(other, 'Save');
  await press(other, 'Use the latest version');
  await expect(fact(other, 'City')).toHaveText('Kearney');
});

test('Back with unsaved changes asks for confirmation, and the URL stays until the borrower confirms', async ({
  page,
  demoUser,
}) => {
  await arriveAt(page, ADDRESS, await demoUser('blake'));
  await page.getByRole('banner').getByRole('link', { name: 'Larkfield' }).first().click();
  await seeDashboard(page);
  await page.goBack();
  await seeContact(page);
  await press(page, 'Change');
  await box(page, 'City').fill('Ames');
  // Inputs have the same font as other text.
  await expect(box(page, 'City')).toHaveCSS('font-family', /^"Public Sans Variable", /);
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.evaluate(() => history.forward());
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(ADDRESS);
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(question).toBeHidden();
  await expect(box(page, 'City')).toHaveValue('Ames');
  await page.evaluate(() => history.forward());
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await seeDashboard(page);
  await page.goBack();
  await seeContact(page);
  await expect(fact(page, 'City')).not.toHaveText('Ames');
});

for (const presses of [2, 3]) {
  test(`${presses} quick presses of Back with unsaved entries ask once; the borrower can stay or leave`, async ({
    page,
    demoUser,
  }) => {
    await arriveAt(page, '/documents/forms', await demoUser('blake'));
    await page.getByRole('banner').getByRole('link', { name: 'Larkfield' }).first().click();
    await seeDashboard(page);
    await press(page, 'Blake');
    await page.getByRole('link', { name: 'Contact Information', exact: true }).click();
    await seeContact(page);
    await press(page, 'Change');
    await box(page, 'City').fill('Ames');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    const pressBack = () =>
      page.evaluate((times) => {
        for (let time = 0; time < times; time += 1) history.back();
      }, presses);
    await pressBack();
    await expect(question).toBeVisible();
    await expect(page).toHaveURL(ADDRESS);
    await question.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(ADDRESS);
    await expect(box(page, 'City')).toHaveValue('Ames');
    await pressBack();
    await expect(question).toBeVisible();
    await expect(page).toHaveURL(ADDRESS);
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await seeDashboard(page);
    // The entries of the history are as they were.
    await page.goForward();
    await seeContact(page);
    await page.goBack();
    await seeDashboard(page);
    await page.goBack();
    await seePage(page, { path: '/documents/forms', title: 'Forms', heading: 'Forms' });
  });
}
