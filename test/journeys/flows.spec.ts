/** The flow workbench at `/flows`, as analysts, testers and designers use it. */
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { createMachine } from 'xstate';
import { fingerprint } from '#flows/fingerprint.ts';
import { listTransitionKeys } from 'xstate-workbench/model/keys';
import { toMermaid } from '#flows/mermaid.ts';
import { createPortalDiagram } from '#flows/portal/portal-diagram.ts';
import { changePassword } from '#machines/session/change-password/change-password.machine.ts';
import { isMachine } from 'xstate-workbench/model/xstate-internals';
import { seeOnBothScreens } from './support/checks.ts';
import { expect, test } from './support/test.ts';

const picture = (page: Page, title: string) => page.getByRole('application', { name: `Diagram of ${title}` });
const table = (page: Page, name: RegExp) => page.getByRole('region', { name });
const panel = (page: Page, name: string) => page.getByRole('complementary', { name });

async function openFlows(page: Page, hash: string): Promise<void> {
  await page.goto(`/flows/${hash}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** A state in the picture, by its name. */
const drawn = (page: Page, state: string) => page.locator(`.picture g.state[data-state="${state}"]`);

async function exported(page: Page, format: string): Promise<{ readonly name: string; readonly content: Buffer }> {
  const menu = page.locator('details.menu');
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
  const [saved]: [Download, void] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: format, exact: true }).click(),
  ]);
  return { name: saved.suggestedFilename(), content: await readFile(await saved.path()) };
}

test('the catalog lists every flow, and a search finds a guard in one of them', async ({ page }) => {
  await openFlows(page, '');
  await expect(page).toHaveTitle('Flows of the portal');
  const rows = page.getByRole('table').getByRole('row');
  const payflow = rows.filter({ has: page.getByRole('rowheader', { name: 'Make a Payment', exact: true }) });
  await expect(payflow).toContainText('/payments/payflow');
  expect(await rows.count()).toBeGreaterThan(60);
  await seeOnBothScreens(page);

  await page.getByRole('searchbox').fill('account to be reentered');
  await expect(page).toHaveURL(/q=account/);
  const found = page.getByRole('listitem').filter({ hasText: 'isAccountToBeReentered' });
  await expect(found).toContainText('leads to choosingMethod');
  await seeOnBothScreens(page);
  await found.getByRole('link', { name: 'Make a Payment' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Make a Payment');
  await expect(panel(page, 'State').getByRole('heading', { level: 3 })).toHaveText('submittingPayment');
  // The link opens the flow and the state, and Back returns to the search results.
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('account to be reentered');
});

test('the payment flow is readable without zooming, and the tables have the same content', async ({ page }) => {
  await openFlows(page, '#/payflow');
  await expect(drawn(page, 'choosingAmounts')).toBeVisible();
  // Its width fits at a scale at which letters of 12 pixels can be read.
  const scale = await picture(page, 'Make a Payment').locator('svg').getAttribute('data-scale');
  expect(Number(scale)).toBeGreaterThanOrEqual(0.9);
  const sides = await page.locator('.picture').evaluate((frame) => {
    const { left, right } = frame.getBoundingClientRect();
    const boxes = [...frame.querySelectorAll('g.state, text')].map((each) => each.getBoundingClientRect());
    return { isIn: boxes.every((box) => box.left >= left && box.right <= right), count: boxes.length };
  });
  expect(sides.isIn).toBe(true);
  expect(sides.count).toBeGreaterThan(50);

  const names = await page
    .locator('.picture g.state')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-state')));
  const states = table(page, /^States/);
  for (const name of names) await expect(states.getByRole('button', { name: name ?? '', exact: true })).toBeVisible();
  await expect(
    table(page, /^Transitions/)
      .getByRole('row')
      .filter({ hasText: 'isReviewComplete' }),
  ).toContainText('reviewing.checkingAgain');
  await seeOnBothScreens(page);

  // A state that is selected in the table is shown beside the picture and in the address.
  await states.getByRole('button', { name: 'reviewing.readingTerms' }).press('Enter');
  await expect(page).toHaveURL(/state=reviewing\.readingTerms/);
  await expect(drawn(page, 'reviewing.readingTerms')).toHaveClass(/is-selected/);
  await expect(panel(page, 'State')).toContainText('submit.pressed [isReviewComplete]: reviewing.checkingAgain');
  await seeOnBothScreens(page);
});

test('wheel, keys and buttons pan and zoom the picture, and an invoked machine opens', async ({ page }) => {
  await openFlows(page, '#/payflow');
  const frame = picture(page, 'Make a Payment');
  const place = () => frame.locator('svg > g').getAttribute('transform');
  await expect(drawn(page, 'choosingAmounts')).toBeVisible();
  const before = await place();
  await frame.hover();
  await page.mouse.wheel(0, 400);
  await expect.poll(place).not.toBe(before);
  await frame.press('1');
  await expect.poll(place).toBe(before);
  await frame.press('ArrowDown');
  await expect.poll(place).not.toBe(before);
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  const scale = async () => Number(await frame.locator('svg').getAttribute('data-scale'));
  await expect.poll(scale).toBeLessThan(0.5);
  const whole = await scale();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(scale).toBeGreaterThan(whole);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
  await page.locator('.picture text[data-machine="paymentFacts"]').click();
  await expect(page).toHaveURL(/#\/paymentFacts$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a flow is simulated step by step, and the URL restores the same step', async ({ page, newDevice }) => {
  await openFlows(page, '#/payflow?panel=simulate');
  const beside = panel(page, 'Simulate');
  await beside.getByLabel('Starts for').selectOption('a borrower');
  await expect(drawn(page, 'loadingPaymentData')).toHaveClass(/is-active/);
  await beside
    .getByRole('button', { name: /getPaymentFacts brings .*leads to choosingAmounts/ })
    .first()
    .click();
  await expect(drawn(page, 'choosingAmounts')).toHaveClass(/is-active/);
  await expect(drawn(page, 'loadingPaymentData')).not.toHaveClass(/is-active/);
  await expect(beside.getByRole('status')).toContainText('Now in choosingAmounts');
  const changes = beside.getByRole('table').getByRole('row').filter({ hasText: 'facts' }).first();
  await expect(changes).toContainText('null');
  await seeOnBothScreens(page);

  const address = page.url();
  await beside.getByRole('button', { name: 'Step back' }).click();
  await expect(beside.getByRole('status')).toContainText('Now in loadingPaymentData');
  await beside.getByRole('button', { name: 'Step forward' }).click();
  await expect(page).toHaveURL(address);
  const other = await newDevice();
  await other.page.goto(address);
  await expect(panel(other.page, 'Simulate').getByRole('status')).toContainText('Now in choosingAmounts');
  await other.close();
});

test('it plays a generated path', async ({ page }) => {
  await openFlows(page, '#/changePassword?panel=simulate');
  const beside = panel(page, 'Simulate');
  await beside.getByRole('button', { name: 'Generate paths' }).click();
  const paths = beside.getByLabel('Play a path');
  await expect(paths).toBeVisible();
  await beside.getByLabel('Play a path').selectOption({ index: 1 });
  await expect(beside.getByRole('status')).toContainText(/^Step [1-9]\d* of/);
  await beside.getByRole('button', { name: 'Pause' }).click();
  const text = await beside.getByRole('status').textContent();
  // Longer than a step would have taken.
  await page.waitForTimeout(1_500);
  await expect(beside.getByRole('status')).toHaveText(text ?? '');
  await beside.getByLabel('Steps per second').selectOption('4');
  await beside.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(beside.getByRole('button', { name: 'Step forward' })).toBeDisabled();
});

test('it exports a flow as SVG, PNG, Mermaid and XState JSON', async ({ page }) => {
  await openFlows(page, '#/changePassword');
  const svg = await exported(page, 'SVG');
  expect(svg.name).toBe('changePassword.svg');
  expect(svg.content.toString()).toBe(await readFile('docs/flows/changePassword.svg', 'utf8'));
  const png = await exported(page, 'PNG');
  expect([png.name, png.content.subarray(1, 4).toString()]).toEqual(['changePassword.png', 'PNG']);
  expect(png.content.length).toBeGreaterThan(20_000);
  const mermaid = await exported(page, 'Mermaid');
  expect(mermaid.content.toString()).toBe(toMermaid(createPortalDiagram(changePassword)));
  const json = await exported(page, 'XState JSON');
  const machine = createMachine(JSON.parse(json.content.toString()));
  expect([isMachine(machine), machine.id]).toEqual([true, 'changePassword']);
});

test('a coverage report marks the picture', async ({ page }) => {
  // The report of the tests loads slowly, and replaces no report that was opened before.
  let opened = (): void => undefined;
  const isOpened = new Promise<void>((resolve) => {
    opened = resolve;
  });
  await page.route('**/coverage.json', async (route) => {
    await isOpened;
    await route.fulfill({ json: { flows: {} } });
  });
  await openFlows(page, '#/changePassword?panel=coverage');
  const beside = panel(page, 'Coverage');
  const [unwalked = ''] = listTransitionKeys(changePassword);
  const report = (machine: string) => ({
    name: 'coverage.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        flows: {
          changePassword: {
            machine,
            levels: [
              {
                level: 1,
                name: 'the machine alone',
                isOfTransitions: true,
                share: 90,
                count: 20,
                open: [unwalked],
                excused: {},
              },
            ],
          },
        },
      }),
    ),
  });
  await beside.getByLabel('Open a report').setInputFiles(report('other'));
  const isOfAnother = 'The report is of another version of this machine.';
  await expect(beside).toContainText(isOfAnother);
  const loaded = page.waitForResponse('**/coverage.json');
  opened();
  await (await loaded).finished();
  await expect(beside).toContainText(isOfAnother);
  await beside.getByLabel('Open a report').setInputFiles(report(fingerprint(changePassword)));
  await expect(beside.getByRole('listitem')).toHaveText(unwalked);
  await beside.getByRole('button', { name: 'Show on the diagram' }).click();
  const walked = table(page, /^Transitions/).getByRole('row');
  await expect(walked.filter({ hasText: 'not walked' })).toHaveCount(1);
  await expect(page.locator('.picture .edge.taken').first()).toBeAttached();
  await seeOnBothScreens(page);
});

test('it follows the portal in another tab, with names only', async ({ page, context }) => {
  await openFlows(page, '#/accountRecovery?panel=live');
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    new BroadcastChannel('flows-live').addEventListener('message', ({ data }) => heard.push(data));
  });
  await panel(page, 'Live').getByRole('button', { name: 'Follow other tabs' }).click();
  const portal = await context.newPage();
  await portal.goto('/account/forgot');
  const number = '4417829930';
  await portal.getByRole('textbox', { name: 'Account Number' }).fill(number);
  await portal.keyboard.press('Tab');

  await expect(page.locator('.picture g.state.is-active').first()).toBeVisible();
  await expect(panel(page, 'Live').getByRole('log')).toContainText('accountRecovery: field.changed');
  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'heard')));
  expect(heard).toContain('field.changed');
  // Random ids can contain a few of the digits.
  expect(heard).not.toContain(number.slice(1));
  // The machines around the page report too.
  for (const flow of ['startup', 'session', 'access']) expect(heard).toContain(`"flow":"${flow}"`);
  await seeOnBothScreens(page);

  await panel(page, 'Live').getByRole('button', { name: 'Stop following' }).click();
  await portal.close();
});

test('the largest flow opens with its stored layout, and no flow needs another', async ({ page, monitor }) => {
  await openFlows(page, '#/access');
  await expect(page.locator('.picture g.state').first()).toBeAttached();
  // The page prepares the layouts of all flows in the background.
  await expect(page.locator('body')).toHaveAttribute('data-layouts', 'ready');
  expect(monitor.addresses.filter((address) => address.includes('layouts.json'))).toHaveLength(1);
  expect(monitor.addresses.filter((address) => address.includes('elk-worker'))).toEqual([]);
});

test('the portal loads nothing of the workbench and its inspector, and the workbench nothing from other origins', async ({
  page,
  baseURL,
  monitor,
}) => {
  await page.goto('/account/forgot');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(monitor.addresses.filter((address) => /inspection|\/flows\//.test(address))).toEqual([]);
  await openFlows(page, '#/payflow');
  await expect(drawn(page, 'choosingAmounts')).toBeVisible();
  expect(
    monitor.addresses.filter((address) => !address.startsWith(`${baseURL}/`) && !address.startsWith('data:')),
  ).toEqual([]);
});
