/** The flow log: the portal writes it with consent only, and the workbench shows it. */
import type { Page } from '@playwright/test';
import { seeOnBothScreens } from './support/checks.ts';
import { press, withSettings } from './support/person.ts';
import { expect, test } from './support/test.ts';

const SCRIPT = 'https://analytics.example/script.js';
const NUMBER = '4417829930';

/** The rows that wait for the product analytics script; null if the portal does not measure. */
const waitingRows = (page: Page) =>
  page.evaluate(() => JSON.stringify((Reflect.get(globalThis, 'flowLog') as unknown) ?? null));

async function choosePrivacy(page: Page, isAllowed: boolean): Promise<void> {
  await press(page, 'Your Privacy Choices');
  await page.getByRole('checkbox', { name: 'Allow measurement' }).setChecked(isAllowed);
  await press(page, 'Save My Choices');
  await expect(page.getByText('Your privacy choices have been saved')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
}

async function enterNumber(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Account Number' });
  await field.fill(NUMBER);
  await field.press('Tab');
  await expect(field).toHaveValue(NUMBER);
}

test('the portal logs names of transitions, from consent until its withdrawal', async ({ page, monitor }) => {
  // The security policy of the server does not have this script.
  monitor.allow(/analytics\.example/);
  await withSettings(page, 'config.json', { scripts: { trackingScript: '', productAnalyticsScript: SCRIPT } });
  await page.goto('/account/forgot');
  await enterNumber(page);
  expect(await waitingRows(page)).toBe('null');
  expect(monitor.addresses.filter((address) => /measurement-|analytics/.test(address))).toEqual([]);

  await choosePrivacy(page, true);
  await expect(page.locator(`script[src="${SCRIPT}"]`)).toBeAttached();
  await page.reload();
  await enterNumber(page);
  await expect.poll(() => waitingRows(page)).toContain('"event":"field.changed"');
  const rows = await waitingRows(page);
  expect(rows).toContain('"flow":"accountRecovery","event":"started"');
  // Random ids can contain a few of the digits.
  expect(rows).not.toContain(NUMBER.slice(1));

  await choosePrivacy(page, false);
  await press(page, 'Continue');
  await expect(page.locator('#error-panel')).toBeVisible();
  expect(await waitingRows(page)).toBe('[]');
});

/** A row of the log, at a second of the hour. */
const row = (run: string, second: number, states: readonly string[], rest: object) =>
  JSON.stringify({
    time: new Date(Date.UTC(2026, 10, 20, 15, 0, second)).toISOString(),
    run,
    flow: 'changePassword',
    event: 'started',
    from: null,
    to: [],
    states,
    status: 'active',
    ...rest,
  });

test('a log is drawn over the diagram and listed in tables, and its bad lines are reported', async ({ page }) => {
  const submit = { event: 'submit.pressed', from: 'choosingPassword', to: ['changingPassword'] };
  const people = (run: number) => [
    row(`a${run}`, 0, ['choosingPassword'], {}),
    row(`b${run}`, 2, ['choosingPassword'], {}),
    row(`a${run}`, 8, ['changingPassword'], submit),
    row(`a${run}`, 9, ['choosingPassword'], {
      event: 'changePassword failed',
      from: 'changingPassword',
      to: ['choosingPassword'],
    }),
    row(`b${run}`, 30, ['choosingPassword'], { event: 'left', status: 'stopped' }),
  ];
  const log = (name: string, lines: readonly string[]) => ({
    name,
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(lines.join('\n')),
  });
  await page.goto('/flows/#/changePassword?panel=traffic');
  const beside = page.getByRole('complementary', { name: 'Traffic' });
  await beside.getByLabel('Open a flow log').setInputFiles(log('bad.ndjson', ['{', ...people(1), '{"time":"now"}']));
  await beside.getByText('2 of 7 lines are not counted').click();
  await expect(beside.getByText('Line 1: It is not JSON.')).toBeVisible();

  // 100,000 lines, dropped onto the panel. The page responds while they are read.
  const lines = Array.from({ length: 20_000 }, (_, run) => people(run)).flat();
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'week.ndjson'));
    return data;
  }, lines.join('\n'));
  await beside.locator('.drop').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(beside.getByRole('status')).toContainText('Reading week.ndjson');
  await expect(beside.getByRole('status')).toContainText('week.ndjson: 100,000 rows of 1 flow');
  await expect(beside.getByRole('listitem').filter({ hasText: 'choosingPassword: 40,000' })).toContainText(
    '67 % of the visits',
  );
  await expect(page.locator('.picture .traffic-edge').first()).toBeAttached();
  await expect(page.locator('.picture .traffic-pill.entered text').first()).toHaveText('60,000 · 8 s');

  const states = page.getByRole('region', { name: /^Traffic of states/ });
  await expect(
    states.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'changingPassword' }) }),
  ).toHaveText('changingPassword20,00020,0001 s1 s0 (0 %)20,000 (100 %)choosingPassword (20,000)');
  await expect(
    page
      .getByRole('region', { name: /^Traffic of transitions/ })
      .getByRole('row')
      .filter({ hasText: 'submit.pressed' }),
  ).toContainText('20,000');
  await seeOnBothScreens(page);

  // The log stays open for the other flows.
  await page.getByRole('link', { name: 'Flows of the portal' }).click();
  await page.getByText('Traffic: what people do in the flows').click();
  await expect(page.getByRole('region', { name: 'Flows in the log' })).toContainText('Change Password40,0000 %');
  await seeOnBothScreens(page);
});
