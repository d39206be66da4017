/** Drafts of unfinished flows on all devices (P §4; design, "Sign-in"). */
import type { Page } from '@playwright/test';
import {
  STEPS,
  agreeAndSubmit,
  enterCredentials,
  fact,
  goOnToReview,
  paymentDate,
  press,
  seeStep,
  seeWelcome,
  arriveAt,
  startPaying,
} from './support/person.ts';
import { expect, test } from './support/test.ts';

const OFFER = 'We kept what you had entered';
const offer = (page: Page) => page.getByRole('heading', { name: OFFER });

/** Waits until the server has stored a draft. */
const stored = (page: Page, method = 'PUT') =>
  page.waitForResponse(
    (answer) => answer.url().endsWith('/drafts/payflow') && answer.request().method() === method && answer.ok(),
  );
const forgotten = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.url().includes('/drafts/payflow?') && answer.request().method() === 'DELETE' && answer.ok(),
  );

async function enterDate(page: Page, date: string): Promise<void> {
  const written = stored(page);
  await paymentDate(page).fill(date);
  await written;
}

test('entries of one device are offered on another, and the borrower can start over', async ({
  page,
  newDevice,
  demoUser,
}) => {
  await startPaying(page, await demoUser('blake'));
  await expect(offer(page)).toHaveCount(0);
  await enterDate(page, '11/24/2026');

  const phone = await newDevice();
  await arriveAt(phone.page, STEPS['Schedule Payment'], await demoUser('blake'));
  await seeStep(phone.page, 'Schedule Payment');
  await expect(offer(phone.page)).toBeVisible();
  await expect(paymentDate(phone.page)).toHaveValue('11/24/2026');
  // A reload does not count as another device.
  await phone.page.reload();
  await seeStep(phone.page, 'Schedule Payment');
  await expect(paymentDate(phone.page)).toHaveValue('11/24/2026');
  await phone.close();

  const desk = await newDevice();
  await arriveAt(desk.page, STEPS['Schedule Payment'], await demoUser('blake'));
  await seeStep(desk.page, 'Schedule Payment');
  const gone = forgotten(desk.page);
  await press(desk.page, 'Start over');
  await gone;
  await expect(offer(desk.page)).toHaveCount(0);
  await expect(paymentDate(desk.page)).toHaveValue('11/20/2026');
  expect(desk.monitor.unexpected).toEqual([]);
  await desk.close();
});

test('an untouched payment is not offered on another device', async ({ page, newDevice, monitor, demoUser }) => {
  await page.clock.install();
  await startPaying(page, await demoUser('blake'));
  // Longer than the debounce of changes.
  await page.clock.fastForward(5000);
  expect(monitor.calls.filter(({ method, path }) => path.startsWith('drafts/') && method !== 'GET')).toEqual([]);
  const phone = await newDevice();
  await arriveAt(phone.page, STEPS['Schedule Payment'], await demoUser('blake'));
  await seeStep(phone.page, 'Schedule Payment');
  await expect(offer(phone.page)).toHaveCount(0);
  await phone.close();
});

test('an older tab does not overwrite the draft of a newer one', async ({
  page,
  context,
  newDevice,
  monitor,
  demoUser,
}) => {
  monitor.allow(/status of 409/);
  await startPaying(page, await demoUser('blake'));
  const newer = await context.newPage();
  await newer.goto(STEPS['Schedule Payment']);
  await seeStep(newer, 'Schedule Payment');
  await enterDate(newer, '11/25/2026');
  const refused = page.waitForResponse((answer) => answer.url().endsWith('/drafts/payflow') && answer.status() === 409);
  const readAgain = stored(page, 'GET');
  await paymentDate(page).fill('11/23/2026');
  await refused;
  await readAgain;
  await expect(paymentDate(page)).toHaveValue('11/23/2026');

  const phone = await newDevice();
  await arriveAt(phone.page, STEPS['Schedule Payment'], await demoUser('blake'));
  await seeStep(phone.page, 'Schedule Payment');
  await expect(paymentDate(phone.page)).toHaveValue('11/25/2026');
  await phone.close();
});

test('a completed payment is not offered on another device', async ({ page, newDevice, demoUser }) => {
  await startPaying(page, await demoUser('blake'));
  const gone = forgotten(page);
  await goOnToReview(page);
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
  await gone;
  const phone = await newDevice();
  await arriveAt(phone.page, STEPS['Schedule Payment'], await demoUser('blake'));
  await seeStep(phone.page, 'Schedule Payment');
  await expect(offer(phone.page)).toHaveCount(0);
  await phone.close();
});

test('logging out deletes the draft of an unfinished payment in the browser and on the server', async ({
  page,
  newDevice,
  demoUser,
}) => {
  await startPaying(page, await demoUser('blake'));
  await enterDate(page, '11/24/2026');
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await press(page, 'Blake');
  await press(page, 'Log Out');
  await seeWelcome(page);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft')))).toEqual([]);
  await page.goto(STEPS['Payment Method']);
  await enterCredentials(page, await demoUser('blake'));
  await seeStep(page, 'Schedule Payment');
  await expect(offer(page)).toHaveCount(0);
  const phone = await newDevice();
  await arriveAt(phone.page, STEPS['Schedule Payment'], await demoUser('blake'));
  await seeStep(phone.page, 'Schedule Payment');
  await expect(offer(phone.page)).toHaveCount(0);
  await expect(paymentDate(phone.page)).toHaveValue('11/20/2026');
  await phone.close();
});

test('a payment without an answer is settled on another device and made once', async ({
  page,
  newDevice,
  testServer,
  monitor,
  demoUser,
}) => {
  await testServer.fail('payments.submit', { when: 'after', hang: true });
  await startPaying(page, await demoUser('blake'));
  await goOnToReview(page);
  await agreeAndSubmit(page);
  const headers = { authorization: `Bearer ${monitor.token}` };
  const noted = async () => (await page.request.get('/api/1/drafts/payflow', { headers })).text();
  await expect.poll(noted).toMatch(/"sent":\s?true/);
  const phone = await newDevice();
  await arriveAt(phone.page, STEPS['Schedule Payment'], await demoUser('blake'));
  await seeStep(phone.page, 'Receipt');
  await expect(fact(phone.page, 'Confirmation Number')).toHaveText(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  await phone.close();
  expect(monitor.calls.filter(({ path }) => path === 'payments/v2')).toHaveLength(1);
});

test('the flow works if the server cannot store drafts', async ({ page, testServer, monitor, demoUser }) => {
  monitor.allow(/status of 500/);
  await testServer.fail('drafts.read', { when: 'before', hang: true });
  await testServer.fail('drafts.write', { when: 'before', status: 500 }, 20);
  await startPaying(page, await demoUser('blake'));
  await paymentDate(page).fill('11/24/2026');
  await page.waitForResponse((answer) => answer.url().endsWith('/drafts/payflow') && answer.status() === 500);
  await page.reload();
  await seeStep(page, 'Schedule Payment');
  await expect(paymentDate(page)).toHaveValue('11/24/2026');
  await goOnToReview(page);
});
