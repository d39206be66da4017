/** The confirmations that some changes need: the password again, and the code of a new email address. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Reads the code from the email file that a part of the page names. Its path is relative to the working directory of the
 * server and the tests.
 */
export async function codeInOutbox(place: Locator, subject: string): Promise<string> {
  const file = await place.locator('code').innerText();
  const read = () => readFile(file, 'utf8').catch(() => '');
  await expect.poll(read).toContain(`Subject: ${subject}`);
  return /^(\d{6})\r?$/m.exec(await read())?.[1] ?? '';
}

/** The dialog that asks for the password. */
export const passwordDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Enter your password again' });

/** Enters the password in the dialog. */
export async function confirmWithPassword(page: Page, password = 'demo'): Promise<void> {
  const dialog = passwordDialog(page);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
}
