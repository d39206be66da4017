/**
 * The inbox: messages are read, marked and saved by keyboard on a small screen; borrowers who are not enrolled see an
 * offer; and a message to the servicer.
 */
import type { Page } from '@playwright/test';
import { seeFitting, seeUsable } from './support/checks.ts';
import { alert, arriveAt, button, press, seePage, tabTo } from './support/person.ts';
import { expect, test } from './support/test.ts';

const INBOX = '/documents/inbox';
const seeInbox = (page: Page): Promise<void> => seePage(page, { path: INBOX, title: 'Inbox', heading: 'Inbox' });
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('checkbox') });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Expects this name of the menu entry. */
async function seeInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Menu\b/ }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name, exact: true })).toBeVisible();
  await seeUsable(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('blake reads, marks and saves messages with a keyboard only', async ({
    page,
    monitor,
    testServer,
    demoUser,
  }) => {
    monitor.allow(/status of 500|was not saved/);
    await arriveAt(page, INBOX, await demoUser('blake'));
    await seeInbox(page);
    await expect(page.getByText('Messages 1 to 10 of 23')).toBeVisible();
    await seeUsable(page);
    await seeInMenu(page, 'Inbox, 5 unread');

    // Select the tab Unread with an arrow key and mark all messages. A screen reader announces the result.
    await tabTo(page, tab(page, 'All Messages'));
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Unread')).toBeFocused();
    await expect(page.getByText('Unread messages 1 to 5 of 5')).toBeVisible();
    await tabTo(page, page.getByRole('checkbox', { name: 'Select all messages on this page' }));
    await page.keyboard.press('Space');
    await tabTo(page, button(page, 'Mark As Read'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Message(s) marked as read or unread' })).toBeAttached();
    await expect(page.getByText('You have no messages.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await seeFitting(page);
    await seeInMenu(page, 'Inbox');

    // Opening a letter downloads it as a file. If the download fails, its page shows an error.
    await tabTo(page, tab(page, 'Unread'));
    await page.keyboard.press('Home');
    await tabTo(page, page.getByRole('link', { name: 'Your billing statement is available (PDF)' }).first());
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await downloading).suggestedFilename()).toMatch(
      /^\d{4}-\d\d-\d\d-Your-billing-statement-is-available\.pdf$/,
    );
    await expect(button(page, 'Save as PDF')).toBeVisible();
    await seeUsable(page);
    await testServer.fail('inbox.pdf', { when: 'before', status: 500 });
    const failed = page.waitForResponse((answer) => answer.status() === 500 && answer.url().endsWith('/pdf'));
    await press(page, 'Save as PDF');
    await failed;
    await expect(button(page, 'Save as PDF')).toBeVisible();
    await expect(alert(page)).toHaveCount(0);
    await press(page, 'Back to Inbox');

    // Back returns to the same list page, Forward to the message, which a reload and a second tab also show.
    await press(page, 'Next page');
    await expect(page.getByText('Messages 11 to 20 of 23')).toBeVisible();
    const subject = 'We received your auto debit payment';
    await page.getByRole('link', { name: subject }).first().press('Enter');
    const text = page.getByText('Thank you. Your monthly payment on account E118340726');
    await expect(text).toBeVisible();
    const path = new URL(page.url()).pathname;
    expect(path).toMatch(/^\/documents\/inbox\/message\/[\w-]+$/);
    await seePage(page, { path, title: `Message | ${subject}`, heading: subject });
    await seeUsable(page);
    await page.goBack();
    await seeInbox(page);
    await expect(page.getByText('Messages 11 to 20 of 23')).toBeVisible();
    await page.goForward();
    await expect(text).toBeVisible();
    await page.reload();
    await seePage(page, { path, title: `Message | ${subject}`, heading: subject });
    await expect(text).toBeVisible();
    const second = await page.context().newPage();
    await second.goto(path);
    await expect(second.getByRole('heading', { level: 1, name: subject })).toBeVisible();

    // A message of another borrower is not found, with a link to the inbox.
    monitor.allow(/status of 404/);
    await second.goto(`${INBOX}/message/nobodys-message`);
    await expect(second.getByText('We can’t find this message')).toBeVisible();
    await seeUsable(second);
    await press(second, 'Back to Inbox');
    await seeInbox(second);
    await expect(second.getByText('Messages 1 to 10 of 23')).toBeVisible();
  });
});

test('avery sees the paperless offer, and sends the servicer one message although the answer is lost', async ({
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
  await expect(alert(page)).toBeFocused();
  await seeUsable(page);
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('Payments');
  await page.getByRole('combobox', { name: 'Account' }).selectOption({ label: 'Direct Loans · E104882913' });
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
