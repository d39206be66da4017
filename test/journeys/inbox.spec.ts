/** The inbox: read, marked and saved with a keyboard on a small screen, offered to who is not enrolled; a message to the servicer. */
import type { Page } from '@playwright/test';
import { seeFitting, seeUsable } from './support/checks.ts';
import { arriveAt, button, press, seePage, tabTo } from './support/person.ts';
import { expect, test } from './support/test.ts';

const INBOX = '/documents/inbox';
const seeInbox = (page: Page): Promise<void> => seePage(page, { path: INBOX, title: 'Inbox', heading: 'Inbox' });
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('checkbox') });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('blake reads, marks and saves messages with a keyboard only', async ({
    page,
    monitor,
    testServer,
    demoUser,
  }) => {
    monitor.allow(/status of 503|was not saved/);
    await arriveAt(page, INBOX, await demoUser('blake'));
    await seeInbox(page);
    await expect(page.getByText('Messages 1 to 10 of 23')).toBeVisible();
    await seeUsable(page);

    // The tab of what is unread, by an arrow; all of it is marked, and a screen reader is told.
    await tabTo(page, tab(page, 'All Messages'));
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Unread')).toBeFocused();
    await expect(page.getByText('Unread messages 1 to 5 of 5')).toBeVisible();
    await tabTo(page, page.getByRole('checkbox', { name: 'Select all messages on this page' }));
    await page.keyboard.press('Space');
    await tabTo(page, button(page, 'Mark As Read'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Message(s) marked as read or unread' })).toBeAttached();
    await expect(page.getByText('You have no messages here at this time.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await seeFitting(page);

    // A letter is saved as a file; one whose file does not come says nothing.
    await tabTo(page, tab(page, 'Unread'));
    await page.keyboard.press('Home');
    const letter = page.getByRole('button', { name: 'Your billing statement is available (PDF)' }).first();
    await tabTo(page, letter);
    const downloading = page.waitForEvent('download');
    const relisted = page.waitForResponse((answer) => answer.url().includes('/inbox-messages?'));
    await page.keyboard.press('Enter');
    expect((await downloading).suggestedFilename()).toMatch(
      /^\d{4}-\d\d-\d\d-Your-billing-statement-is-available\.pdf$/,
    );
    await relisted;
    await testServer.fail('inbox.pdf', { when: 'before', status: 503 });
    const failed = page.waitForResponse((answer) => answer.status() === 503 && answer.url().endsWith('/pdf'));
    await expect(async () => {
      await letter.press('Enter');
      await Promise.race([failed, expect.poll(() => false, { timeout: 2000 }).toBe(true)]);
    }).toPass();
    await expect(page.getByRole('alert')).toHaveCount(0);

    // A short message has a page, to which Forward leads again. One message is opened at a time.
    const subject = 'We received your auto debit payment';
    await expect(async () => {
      await page.getByRole('button', { name: subject }).first().press('Enter', { timeout: 2000 });
      await expect(page).toHaveURL(`${INBOX}/message`, { timeout: 2000 });
    }).toPass();
    await seePage(page, { path: `${INBOX}/message`, title: `Message | ${subject}`, heading: subject });
    await expect(page.getByText('Thank you. Your monthly payment on account E118340726')).toBeVisible();
    await seeUsable(page);
    await page.goBack();
    await seeInbox(page);
    await page.goForward();
    await expect(page.getByText('Thank you. Your monthly payment on account E118340726')).toBeVisible();
    await press(page, 'Back to Inbox');
    await press(page, 'Next page');
    await expect(page.getByText('Messages 11 to 20 of 23')).toBeVisible();
  });
});

test('avery is offered paperless, and writes to the servicer once although the answer is lost', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  monitor.allow(/status of 503/);
  await arriveAt(page, INBOX, await demoUser('avery'));
  await seeInbox(page);
  await expect(page.getByRole('heading', { name: 'Get your mail here' })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await seeFitting(page);

  await page.goto('/email-us');
  await seePage(page, { path: '/email-us', title: 'Email Us', heading: 'Email Us' });
  await press(page, 'Send Message');
  await expect(page.getByRole('alert')).toBeFocused();
  await seeUsable(page);
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('Payments');
  await page.getByRole('combobox', { name: 'Account' }).selectOption('E104882913');
  await page.getByRole('textbox', { name: 'Subject' }).fill('My last payment');
  await page.getByRole('textbox', { name: 'Message' }).fill('When will it be posted?');
  await testServer.fail('emailUs.send', { when: 'after', status: 503 });
  await press(page, 'Send Message');
  await expect(page.getByText('Thank you. We have received your message')).toBeVisible();
  await expect(page.getByText(/^M\d{9}$/)).toBeVisible();
  await expect(page.getByText('When will it be posted?')).toBeVisible();
  await seeFitting(page);
  await press(page, 'Write another message');
  await expect(page.locator('summary').filter({ hasText: 'My last payment' })).toHaveCount(1);
});
