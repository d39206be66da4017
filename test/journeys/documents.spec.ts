/**
 * Documents (P §2.9): uploaded by keyboard on a small screen without sign-in, and by a borrower, who finds them in the
 * list.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { seeFitting, seeOnBothScreens, seeUsable } from './support/checks.ts';
import { alert, arriveAt, button, followLink, press, seePage, tabTo } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { samplePdf } from '#test/support/sample-pdf.ts';

const lease = { name: 'lease.pdf', mimeType: 'application/pdf', buffer: samplePdf('a lease') };
const WITHOUT_LOGGING_IN = 'Upload Documents Without Logging In';
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const received = (page: Page) => page.getByText('Your document has been uploaded.', { exact: false });

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a visitor uploads a document with a keyboard', async ({ page }) => {
    await page.goto('/content/docupload');
    await seePage(page, { path: '/content/docupload', title: WITHOUT_LOGGING_IN, heading: WITHOUT_LOGGING_IN });
    await seeUsable(page);
    await tabTo(page, button(page, 'Upload File'));
    await page.keyboard.press('Enter');
    await expect(alert(page)).toBeFocused();
    await expect(alert(page)).toContainText('Please choose a file.');
    await seeFitting(page);
    await tabTo(page, box(page, 'First Name'));
    await page.keyboard.type('Zoë');
    await tabTo(page, box(page, 'Last Name'));
    await page.keyboard.type("O'Brien");
    await tabTo(page, page.getByRole('radio', { name: 'Account number' }));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, label(page, 'Social Security Number'));
    await page.keyboard.type('987-65-4321');
    await expect(label(page, 'Social Security Number')).toHaveAttribute('type', 'password');
    await tabTo(page, label(page, 'Confirm Social Security Number'));
    await page.keyboard.type('987654321');
    await label(page, 'File').setInputFiles(lease);
    await tabTo(page, page.getByRole('combobox', { name: 'Document Type' }));
    await page.keyboard.type('Proof of income');
    await seeFitting(page);
    await tabTo(page, button(page, 'Upload File'));
    await page.keyboard.press('Enter');
    await expect(received(page)).toBeVisible();
    await expect(page.getByText(`lease.pdf (${lease.buffer.length} bytes)`)).toBeVisible();
    await seeFitting(page);
    // The entries are not stored in the browser.
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(stored).not.toMatch(/987-?65-?4321/);
  });
});

test('a borrower uploads documents and finds each once in the list of earlier uploads', async ({
  page,
  monitor,
  testServer,
  demoUser,
}) => {
  const address = '/documents/upload-documents';
  // The visitors' form redirects a signed-in borrower to the page with the list.
  await arriveAt(page, '/content/docupload', await demoUser('blake'));
  await seePage(page, { path: address, title: 'Upload Documents', heading: 'Upload Documents' });
  await expect(page.getByRole('row')).toHaveCount(3);
  await seeUsable(page);

  await label(page, 'File').setInputFiles({ name: 'lease.exe', mimeType: '', buffer: Buffer.from('MZ a program') });
  await expect(page.getByText('Please choose a PDF, JPEG, PNG, TIFF or GIF file.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Document Type' }).selectOption('Proof of income');
  await press(page, 'Upload File');
  await expect(alert(page)).toBeFocused();

  await label(page, 'File').setInputFiles({ ...lease, buffer: Buffer.from('MZ a program') });
  await press(page, 'Upload File');
  await expect(page.locator('#notice')).toBeFocused();
  await expect(page.locator('#notice')).toContainText(/upload didn't work.*unable to upload.*We can't read this file/s);
  await expect(label(page, 'File')).toHaveValue('');
  await seeFitting(page);

  await label(page, 'File').setInputFiles(lease);
  await press(page, 'Upload File');
  await expect(received(page)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('row', { name: 'lease.pdf' })).toContainText(`${lease.buffer.length} bytes`);
  await seeFitting(page);

  await expect(page.locator('#notice')).toBeFocused();
  // The download equals the upload.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download lease.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('lease.pdf');
  expect(await readFile(await download.path())).toEqual(lease.buffer);
  await expect(page.getByRole('button', { name: 'Download lease.pdf' })).toBeFocused();
  const summary = page.locator('summary').filter({ hasText: 'Earlier Uploads' });
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table')).toBeVisible();

  // The server stores the next upload but its answer is lost. The portal settles it, and it is stored once.
  monitor.allow(/status of 503/);
  await testServer.fail('documents.upload', { when: 'after', status: 503 });
  const release = await testServer.hold('documents.settle', { when: 'before' });
  await press(page, 'Upload Another Document');
  await label(page, 'File').setInputFiles({ ...lease, name: 'letter.pdf' });
  await page.getByRole('combobox', { name: 'Document Type' }).selectOption('Proof of income');
  await press(page, 'Upload File');
  await expect(page.getByText("Please don't upload it again", { exact: false })).toBeVisible();
  await release();
  await expect(received(page)).toBeVisible();
  await expect(page.getByText(`letter.pdf (${lease.buffer.length} bytes)`)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(5);

  // A slow upload shows its progress and is canceled: the server stores nothing, and the form is unchanged.
  const arrive = await testServer.hold('documents.upload', { when: 'before' });
  await press(page, 'Upload Another Document');
  await label(page, 'File').setInputFiles({ ...lease, name: 'statement.pdf' });
  await page.getByRole('combobox', { name: 'Document Type' }).selectOption('Proof of income');
  await press(page, 'Upload File');
  const progress = page.getByRole('progressbar', { name: 'Uploading statement.pdf' });
  await expect(progress).toHaveAttribute('value', '100');
  await expect(page.getByRole('status').filter({ hasText: 'Uploading statement.pdf, 100 %' })).toBeAttached();
  await seeUsable(page);
  await press(page, 'Cancel');
  await expect(page.locator('#notice')).toBeFocused();
  await expect(page.locator('#notice')).toContainText('The upload was canceled');
  await expect(progress).toBeHidden();
  await arrive();
  await expect(label(page, 'File')).toHaveValue(/statement\.pdf$/);
  await press(page, 'Upload File');
  await expect(received(page)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(6);

  // A long name without spaces fits, in the form and in the list.
  const name = `lease_${'of_my_apartment_'.repeat(5)}.pdf`;
  await press(page, 'Upload Another Document');
  await label(page, 'File').setInputFiles({ ...lease, name });
  await seeOnBothScreens(page, seeFitting);
  await page.getByRole('combobox', { name: 'Document Type' }).selectOption('Proof of income');
  await press(page, 'Upload File');
  await expect(page.getByRole('row', { name })).toBeVisible();
  await seeOnBothScreens(page, seeFitting);
});

test('an upload continues after its page was left, and the browser asks before a reload', async ({
  page,
  testServer,
  demoUser,
}) => {
  await arriveAt(page, '/documents/upload-documents', await demoUser('avery'));
  const arrive = await testServer.hold('documents.upload', { when: 'before' });
  await label(page, 'File').setInputFiles({ ...lease, name: 'orders.pdf' });
  await page.getByRole('combobox', { name: 'Document Type' }).selectOption('Proof of income');
  await press(page, 'Upload File');
  await followLink(page, '/payments/payment-activity');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Activity' })).toBeFocused();
  const uploads = page.getByRole('region', { name: 'Your uploads' });
  await expect(uploads.getByRole('progressbar', { name: 'Uploading orders.pdf' })).toHaveAttribute('value', '100');
  await seeOnBothScreens(page);

  const requested = page.waitForEvent('dialog');
  const reloading = page.reload({ timeout: 5_000 }).catch(() => undefined);
  const dialog = await requested;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reloading;

  await arrive();
  await expect(uploads.getByRole('status').filter({ hasText: 'orders.pdf was uploaded.' })).toBeVisible();
  await seeOnBothScreens(page);
  await button(page, 'Close orders.pdf').click();
  await expect(uploads).toHaveCount(0);
  await followLink(page, '/documents/upload-documents');
  await expect(page.getByRole('row', { name: 'orders.pdf' })).toHaveCount(1);
});
