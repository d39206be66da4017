/** The steps of a borrower in each browser. */
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Driver, eventually } from './drivers.ts';

/** The product under test. */
export interface Product {
  readonly origin: string;
  /** The folder of the portal's scripts, used by this run only. */
  readonly scripts: string;
  /** A file to upload. */
  readonly document: string;
}

export interface Walk {
  readonly name: string;
  readonly walk: (driver: Driver, product: Product) => Promise<void>;
}

const DemoCopy = v.object({ signIns: v.record(v.string(), v.string()) });

/** Waits until the page shows a text, ignoring line breaks. */
const see = (driver: Driver, text: string): Promise<boolean> =>
  eventually(
    `the text "${text}"`,
    async () => (await driver.text()).replaceAll(/\s+/g, ' ').includes(text) || undefined,
  );

/** Copies a demo person and signs in as the copy. */
async function signInAs(driver: Driver, { origin }: Product, person: string): Promise<void> {
  const body = JSON.stringify({ like: person });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/__test__/people`, { method: 'POST', headers, body });
  const { signIns } = v.parse(DemoCopy, await answer.json());
  await driver.goto(`${origin}/`);
  await see(driver, 'Welcome to Larkfield Loan Servicing');
  await driver.byRole('button', 'Log In').click();
  await driver.byRole('textbox', 'Username').fill(signIns[person] ?? person);
  await driver.byRole('password', 'Password').fill('demo');
  await driver.byRole('button', 'Log In').click();
  await see(driver, 'Account Dashboard');
}

/** Makes the server respond with 404 to some scripts while `act` runs. */
async function without(product: Product, name: string, act: () => Promise<void>): Promise<void> {
  const files = (await readdir(product.scripts)).filter((file) => file.startsWith(`${name}-`));
  if (files.length === 0) throw new Error(`The build has no script ${name}`);
  const move = (from: string, to: string) =>
    Promise.all(files.map((file) => rename(join(product.scripts, file + from), join(product.scripts, file + to))));
  await move('', '.away');
  try {
    await act();
  } finally {
    await move('.away', '');
  }
}

const TERMS = 'I agree to the terms of the Payment Authorization and Insufficient Funds Statement';

async function pay(driver: Driver, product: Product): Promise<void> {
  await signInAs(driver, product, 'blake');
  await driver.goto(`${product.origin}/payments/payflow/schedule`);
  await see(driver, 'Step 1 of 4: Schedule Payment');
  const calendar = driver.byRole('button', 'Choose from a calendar');
  // These browsers cache a failed import for the lifetime of the document.
  await without(product, 'Calendar', async () => {
    await calendar.click();
    await see(driver, "We couldn't load the calendar.");
  });
  await calendar.click();
  await driver.byRole('button', 'Tuesday, November 24, 2026').click();
  await see(driver, '11/24/2026');
  await driver.byRole('button', 'Continue').click();
  await see(driver, 'Step 2 of 4: Payment Method');
  await driver.byRole('button', 'Continue').click();
  await see(driver, 'Step 3 of 4: Review & Submit');
  await driver.byRole('checkbox', TERMS).click();
  await driver.byRole('button', 'Submit Payment').click();
  await see(driver, 'Thank you. Your payment has been submitted.');
}

async function deferWithUpload(driver: Driver, product: Product): Promise<void> {
  await signInAs(driver, product, 'blake');
  await driver.goto(`${product.origin}/repayment-options/deferment/options/qualification`);
  await driver.byRole('combobox', 'Deferment Type').choose('Unemployment Deferment');
  await driver.byRole('radio', 'Yes').click();
  await driver.byRole('button', 'Continue').click();
  await see(driver, 'Interest added in that time');
  await driver.byRole('button', 'Continue').click();
  await driver.byRole('textbox', 'Start Date').fill('11/20/2026');
  await driver.byRole('checkbox', 'I agree to the terms and conditions').click();
  await driver.byRole('button', 'Submit Application').click();
  await see(driver, 'Proof of unemployment');
  await driver.upload(product.document);
  await driver.byRole('button', 'Upload File').click();
  await see(driver, 'Your document has been uploaded.');
}

async function readMessages(driver: Driver, product: Product): Promise<void> {
  await signInAs(driver, product, 'blake');
  await driver.goto(`${product.origin}/documents/inbox`);
  await see(driver, 'Messages 1 to 10 of 23');
  await driver.byRole('button', 'Next page').click();
  await see(driver, 'Messages 11 to 20 of 23');
  await driver.byRole('link', 'We received your auto debit payment').click();
  await see(driver, 'Thank you. Your monthly payment on account');
  await driver.byRole('button', 'Back to Inbox').click();
  await see(driver, 'Messages 11 to 20 of 23');
}

/** An expression that is true if the chat button shows its complete label. */
const IS_LABEL_SHOWN = `(() => {
  const button = document.querySelector('.ui-chat-button');
  const [outer, label] = [button, button.querySelector('span')].map((each) => each.getBoundingClientRect());
  return label.left >= outer.left && label.right <= outer.right && label.bottom <= outer.bottom;
})()`;

async function chat(driver: Driver, { origin }: Product): Promise<void> {
  await driver.goto(`${origin}/welcome`);
  await eventually(
    'the whole label of the chat button',
    async () => (await driver.evaluate(IS_LABEL_SHOWN)) || undefined,
  );
  // The driver clicks the center of the button.
  await driver.byRole('button', 'Live Chat').click();
  await driver.byRole('button', 'Close chat').click();
  await driver.byRole('button', 'Live Chat').click();
}

async function startWithout(script: string, driver: Driver, product: Product): Promise<void> {
  await without(product, script, async () => {
    await driver.goto(`${product.origin}/account/login`);
    await see(driver, "The site couldn't be opened");
  });
  await driver.byRole('button', 'Try again').click();
  await see(driver, 'Log In');
}

/** Each walk starts in a new browser with an empty cache. */
export const walks: readonly Walk[] = [
  { name: 'a payment, with a calendar that loads at the second press', walk: pay },
  { name: 'a deferment with an uploaded document', walk: deferWithUpload },
  { name: 'messages of the inbox', walk: readMessages },
  { name: 'the live chat', walk: chat },
  ...['bootstrap', 'vendor', 'main'].map((script) => ({
    name: `the start after the script "${script}" was missing`,
    walk: (driver: Driver, product: Product) => startWithout(script, driver, product),
  })),
];
