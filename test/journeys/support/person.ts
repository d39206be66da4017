/** What a person does and sees: the same few gestures and glances in every journey. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Gesture } from '#machines/kit/model.ts';
import { openSession } from './test-server.ts';
import { expect } from './test.ts';

export const STEPS = {
  'Schedule Payment': '/payments/payflow/schedule',
  'Payment Method': '/payments/payflow/methods',
  'Review & Submit': '/payments/payflow/review',
  Receipt: '/payments/payflow/receipt',
} as const;
export type StepName = keyof typeof STEPS;

/** The sentences of the specification that more than one journey reads. */
export const TERMS = 'I agree to the terms of the Payment Authorization and Insufficient Funds Statement';
export const TERMS_REQUIRED =
  'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.';
export const REVIEW_FIELDS = 'Review the following fields to continue:';
export const DATA_LOAD_FAILURE =
  "Sorry, there's been a problem. We were unable to load all of your data. You can try to refresh your browser or try logging out and logging back in.";
export const BEING_CHECKED = 'We are checking what happened to your payment';
export const THANKS = 'Thank you. Your payment has been submitted.';

const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

interface SeenPage {
  readonly path: string;
  readonly title: string;
  readonly heading: string;
}

/** Expects a page by its address, the document's title and its one `h1`. */
async function seeHeading(page: Page, { path, title, heading }: SeenPage): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(page).toHaveTitle(`${title} | Larkfield`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(h1(page, heading)).toBeVisible();
}

/** The same, with focus on the `h1`. */
export async function seePage(page: Page, seen: SeenPage): Promise<void> {
  await seeHeading(page, seen);
  await expect(h1(page, seen.heading)).toBeFocused();
}

/**
 * Expects a screen of a flow with steps. The focus is on the `h1` of its first screen, later on the heading of the step or of the
 * success message (ruling 72).
 */
export async function seeFlowScreen(page: Page, seen: SeenPage): Promise<void> {
  await seeHeading(page, seen);
  await expect(page.locator('h1:focus, h2:focus')).toBeVisible();
}

/** Expects a step of the payment flow, marked as the present one, with focus on a heading. */
export async function seeStep(page: Page, step: StepName): Promise<void> {
  const number = Object.keys(STEPS).indexOf(step) + 1;
  await expect(page.getByRole('heading', { level: 2, name: `Step ${number} of 4: ${step}` })).toBeVisible();
  await seeFlowScreen(page, { path: STEPS[step], title: `${step} | Make a Payment`, heading: 'Make a Payment' });
  await expect(page.locator('[aria-current="step"]')).toHaveText(`${step} current`);
}

/** The dashboard is there with its accounts: what follows what is still loading moves away from under a press. */
export async function seeDashboard(page: Page): Promise<void> {
  await seePage(page, { path: '/dashboard', title: 'Account Dashboard', heading: 'Account Dashboard' });
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
}

export const seeWelcome = (page: Page): Promise<void> =>
  seePage(page, { path: '/welcome', title: 'Welcome', heading: 'Welcome to Larkfield Loan Servicing' });

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const press = (page: Page, name: string): Promise<void> => button(page, name).click();
export const alert = (page: Page): Locator => page.getByRole('alert');

/** Presses Tab until `target` has focus; the focus is to be seen there. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const isReached = () => target.evaluate((element) => element === document.activeElement);
  for (let times = 0; times < 60 && !(await isReached()); times += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
}

/**
 * Answers the access facts with these changes. They come among the first reads of a page, which are answered as by a server that
 * knows nothing of them: then each is asked for alone.
 */
export async function withAccessFacts(page: Page, changes: () => object): Promise<void> {
  await page.route('**/api/1/first-reads?**', (route) => route.fulfill({ json: {} }));
  await page.route('**/api/1/access-facts', async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    await route.fulfill({ response, json: { ...Object(answer), ...changes() } });
  });
}

/** Serves the page as a host of static files does: nothing comes with it, so that everything is asked for. */
export async function withoutDocumentData(page: Page | BrowserContext): Promise<void> {
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch({ maxRedirects: 0 });
    if (!(answer.headers()['content-type'] ?? '').startsWith('text/html')) return route.fulfill({ response: answer });
    const body = (await answer.text())
      .replace(/<script type="application\/json" id="document-data">[^<]*<\/script>/, '')
      .replace(/<script data-endpoint=.*?<\/script>/s, '')
      .replace(/<div id="prerendered" .*(?=<div id="root">)/s, '');
    return route.fulfill({ response: answer, body });
  });
}

/** Serves a settings file with some of its values set otherwise than shipped. */
export async function withSettings(
  page: Page | BrowserContext,
  file: 'config.json' | 'feature-flags.json',
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await page.unroute(`**/${file}*`);
  await withoutDocumentData(page);
  await page.route(`**/${file}*`, async (route) => {
    const shipped: unknown = await (await route.fetch()).json();
    await route.fulfill({ json: { ...Object(shipped), ...values } });
  });
}

/** Answers a managed text otherwise than it is shipped, alone and with its section. */
export async function withText(page: Page, section: string, name: string, text: string): Promise<void> {
  await withoutDocumentData(page);
  await page.route(`**/content/items/${section}/${name}*`, (route) => route.fulfill({ json: { data: text } }));
  await page.route(`**/content/sections/${section}*`, async (route) => {
    const texts: unknown = await (await route.fetch()).json();
    await route.fulfill({ json: { ...Object(texts), [name]: text } });
  });
}

/** The provider's own page is there. Pages of the portal say the same while the browser leaves them for it. */
export async function seeSignIn(page: Page): Promise<void> {
  await page.waitForURL('**/oidc/**');
  await expect(h1(page, /^Log In/)).toBeVisible();
}

/** The provider's own page, filled in and sent. */
export async function enterCredentials(page: Page, username: string, password = 'demo'): Promise<void> {
  await seeSignIn(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Log In');
}

/** Opens an address while signed out, and signs in on the page to which that leads. */
export async function signInAt(page: Page, address: string, username: string): Promise<void> {
  await page.goto(address);
  await enterCredentials(page, username);
}

/** Opens an address as somebody who is signed in, for journeys that are not about signing in. */
export async function arriveAt(page: Page, address: string, username: string): Promise<void> {
  await openSession(page.context(), username);
  // As after a sign-in in this browser. A sandboxed frame has no storage.
  await page.addInitScript(() => {
    if (origin !== 'null') localStorage.setItem('has-signed-in', 'true');
  });
  await page.goto(address);
}

/** Asks for an address as a link of the page does. */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.querySelector('main')?.append(link);
    link.click();
    link.remove();
  }, address);
}

/** Signed in, on the first step of a payment. */
export async function startPaying(page: Page, username: string): Promise<void> {
  await arriveAt(page, STEPS['Schedule Payment'], username);
  await seeStep(page, 'Schedule Payment');
}

/** From the schedule, as it stands, to the review. */
export async function goOnToReview(page: Page): Promise<void> {
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
}

export const terms = (page: Page): Locator => page.getByRole('checkbox', { name: TERMS, exact: true });

/** Stops the time of a page whose clock has been installed: nothing happens by itself until the clock is moved. */
export const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 2000);

export async function agreeAndSubmit(page: Page): Promise<void> {
  await terms(page).check();
  await press(page, 'Submit Payment');
}

/** The choices of an account. */
export const account = (page: Page, number: string): Locator =>
  page.getByRole('radiogroup', { name: new RegExp(`^Amount to pay on .* · ${number}$`) });

/** Chooses Other amount on an account, unless it is chosen already, and expects focus in its field (Y §4.1). */
export async function chooseOtherAmount(page: Page, number: string): Promise<Locator> {
  const option = account(page, number).getByRole('radio', { name: 'Other amount', exact: true });
  const field = account(page, number).getByRole('textbox', { name: 'Other amount', exact: true });
  if (await option.isChecked()) return field;
  await option.check();
  await expect(field).toBeFocused();
  return field;
}

export async function enterOtherAmount(page: Page, number: string, amount: string): Promise<Locator> {
  const field = await chooseOtherAmount(page, number);
  await field.fill(amount);
  return field;
}

export const paymentDate = (page: Page): Locator => page.getByRole('textbox', { name: 'Payment Date', exact: true });

/** What a list of facts says beside a label. */
export const fact = (page: Page, label: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
    .getByRole('definition')
    .first();

/** Makes a model's gesture: by role and name, as a person finds the control. */
export async function makeGesture(
  page: Page,
  { action, role, name, group, value = '', first }: Gesture,
): Promise<void> {
  if (first !== undefined) await makeGesture(page, first);
  const place = group === undefined ? page : page.getByRole('radiogroup', { name: group, exact: true });
  // An option's name ends with its amount, which is the borrower's own.
  const control =
    role === 'password' || role === 'file'
      ? place.getByLabel(name, { exact: true })
      : place.getByRole(role, role === 'radio' ? { name } : { name, exact: true });
  switch (action) {
    case 'click':
      return control.click();
    case 'upload':
      return control.setInputFiles({ name: value, mimeType: '', buffer: Buffer.from('%PDF-1.7') });
    case 'check':
      return control.check();
    case 'choose':
      if (role === 'combobox') await control.selectOption(value);
      else await control.check();
      return undefined;
    case 'uncheck':
      return control.uncheck();
    case 'fill':
      return control.fill(value);
    case 'leave':
      await control.focus();
      return control.blur();
  }
}

/** What a summary says is paid on an account, or on one of its groups (`E104882913, group A`). */
export const line = (page: Page, number: string): Locator => fact(page, `.* · ${number}`);

/** Dollars as the portal shows them. */
export const usd = (dollars: number): string =>
  dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 });
