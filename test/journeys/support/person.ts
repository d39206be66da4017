/** Common user actions and expectations. */
import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { Gesture } from 'xstate-workbench/model';
import { openSession } from './test-server.ts';
import { expect } from './test.ts';
import { samplePdf } from '#test/support/sample-pdf.ts';

export const STEPS = {
  'Schedule Payment': '/payments/payflow/schedule',
  'Payment Method': '/payments/payflow/methods',
  'Review & Submit': '/payments/payflow/review',
  Receipt: '/payments/payflow/receipt',
} as const;
export type StepName = keyof typeof STEPS;

/** Texts of the specification that several journeys use. */
export const TERMS = 'I agree to the terms of the Payment Authorization and Insufficient Funds Statement';
export const TERMS_REQUIRED =
  'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.';
export const REVIEW_FIELDS = 'Review the following fields to continue:';
export const DATA_LOAD_FAILURE =
  "Sorry, there's been a problem. We were unable to load all of your data. You can try to refresh your browser or try logging out and logging back in.";
export const BEING_CHECKED = "We're checking what happened to your payment";
export const THANKS = 'Thank you. Your payment has been submitted.';

const h1 = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

interface SeenPage {
  readonly path: string;
  readonly title: string;
  readonly heading: string;
}

/** Expects a page by its URL, document title and `h1`. */
async function seeHeading(page: Page, { path, title, heading }: SeenPage): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(page).toHaveTitle(`${title} | Larkfield`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(h1(page, heading)).toBeVisible();
}

/** Like {@link seeHeading}, with focus on the `h1`. */
export async function seePage(page: Page, seen: SeenPage): Promise<void> {
  await seeHeading(page, seen);
  await expect(h1(page, seen.heading)).toBeFocused();
}

/**
 * Expects a screen of a flow with steps. The focus is on the `h1` of the first screen, later on the heading of the step
 * or of the success message (ruling 72).
 */
export async function seeFlowScreen(page: Page, seen: SeenPage): Promise<void> {
  await seeHeading(page, seen);
  await expect(page.locator('h1:focus, h2:focus')).toBeVisible();
}

/** Expects a step of the payment flow, marked as the current one, with focus on a heading. */
export async function seeStep(page: Page, step: StepName): Promise<void> {
  const number = Object.keys(STEPS).indexOf(step) + 1;
  await expect(page.getByRole('heading', { level: 2, name: `Step ${number} of 4: ${step}` })).toBeVisible();
  await seeFlowScreen(page, { path: STEPS[step], title: `${step} | Make a Payment`, heading: 'Make a Payment' });
  await expect(page.locator('[aria-current="step"]')).toHaveText(`${step} current`);
}

/** Expects the loaded dashboard. While it is loading, the layout shifts and clicks can miss their target. */
export async function seeDashboard(page: Page): Promise<void> {
  await seePage(page, { path: '/dashboard', title: 'Account Dashboard', heading: 'Account Dashboard' });
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
}

export const seeWelcome = (page: Page): Promise<void> =>
  seePage(page, { path: '/welcome', title: 'Welcome', heading: 'Welcome to Larkfield Loan Servicing' });

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const press = (page: Page, name: string): Promise<void> => button(page, name).click();

/** Error panels and error notices, which are announced by receiving focus, or as an alert if they do not receive it. */
export const alert = (page: Page): Locator =>
  page.locator('#error-panel, .ui-notice[data-kind="error"], [role="alert"]');

/** Notices of success that receive focus. */
export const success = (page: Page): Locator => page.getByRole('group', { name: /^Success:/ });

/** Presses Tab until `target` has the focus, and expects it to be visible. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const isReached = () => target.evaluate((element) => element === document.activeElement);
  for (let times = 0; times < 60 && !(await isReached()); times += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
}

/**
 * Overrides parts of the access facts. Disables the prefetched reads, which would contain them, so that the page
 * requests each read separately.
 */
export async function withAccessFacts(page: Page, changes: () => object): Promise<void> {
  await page.route('**/api/1/initial-data?**', (route) => route.fulfill({ json: {} }));
  await page.route('**/api/1/access-facts', async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    await route.fulfill({ response, json: { ...Object(answer), ...changes() } });
  });
}

/** Serves the page like a static host, without embedded data, so that the portal requests everything. */
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

/** Overrides values of a settings file. */
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

/** Overrides a managed text, both alone and in its section. */
export async function withText(page: Page, section: string, name: string, text: string): Promise<void> {
  await withoutDocumentData(page);
  await page.route(`**/content/items/${section}/${name}*`, (route) => route.fulfill({ json: { data: text } }));
  await page.route(`**/content/sections/${section}*`, async (route) => {
    const texts: unknown = await (await route.fetch()).json();
    await route.fulfill({ json: { ...Object(texts), [name]: text } });
  });
}

/** Expects the provider's own page. Portal pages show the same heading while the browser navigates to it. */
export async function seeSignIn(page: Page): Promise<void> {
  await page.waitForURL('**/oidc/**');
  await expect(h1(page, /^Log In/)).toBeVisible();
}

/** Fills in and submits the provider's sign-in page. */
export async function enterCredentials(page: Page, username: string, password = 'demo'): Promise<void> {
  await seeSignIn(page);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Log In');
}

/** Opens a URL as a visitor and signs in on the page that it redirects to. */
export async function signInAt(page: Page, address: string, username: string, password = 'demo'): Promise<void> {
  await page.goto(address);
  await enterCredentials(page, username, password);
}

/** Opens a URL with an existing session, for journeys that do not test sign-in. */
export async function arriveAt(page: Page, address: string, username: string): Promise<void> {
  await openSession(page.context(), username);
  // Like after a sign-in in this browser. A sandboxed iframe has no storage.
  await page.addInitScript(() => {
    if (origin !== 'null') localStorage.setItem('has-signed-in', 'true');
  });
  await page.goto(address);
}

/** Navigates to a URL like a link of the page. */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.querySelector('main')?.append(link);
    link.click();
    link.remove();
  }, address);
}

/** Signs in and opens the first step of a payment. */
export async function startPaying(page: Page, username: string): Promise<void> {
  await arriveAt(page, STEPS['Schedule Payment'], username);
  await seeStep(page, 'Schedule Payment');
}

/** Continues from the schedule, with its current values, to the review. */
export async function goOnToReview(page: Page): Promise<void> {
  await press(page, 'Continue');
  await seeStep(page, 'Payment Method');
  await press(page, 'Continue');
  await seeStep(page, 'Review & Submit');
}

export const terms = (page: Page): Locator => page.getByRole('checkbox', { name: TERMS, exact: true });

/** Pauses the installed clock of a page, so that no timer runs until the test advances it. */
export const stopTime = (page: Page): Promise<void> => page.clock.pauseAt(Date.now() + 2000);

export async function agreeAndSubmit(page: Page): Promise<void> {
  await terms(page).check();
  await press(page, 'Submit Payment');
}

/** Returns the payment options of an account. */
export const account = (page: Page, number: string): Locator =>
  page.getByRole('radiogroup', { name: new RegExp(`^Amount to pay on .* · ${number}$`) });

/** Chooses Other amount on an account if necessary, and expects the focus in its field (Y §4.1). */
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

/** Returns the value next to a label in a list of facts. */
export const fact = (page: Page, label: string): Locator =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${label}$`) }) })
    .getByRole('definition')
    .first();

/** Performs a model's gesture with the control's role and name. */
export async function makeGesture(
  page: Page,
  { action, role, name, group, value = '', first }: Gesture,
): Promise<void> {
  if (first !== undefined) await makeGesture(page, first);
  const place = group === undefined ? page : page.getByRole('radiogroup', { name: group, exact: true });
  // An option's name ends with its amount, which depends on the borrower.
  const control =
    role === 'password' || role === 'file'
      ? place.getByLabel(name, { exact: true })
      : place.getByRole(role, role === 'radio' ? { name } : { name, exact: true });
  switch (action) {
    case 'click':
      return control.click();
    case 'upload':
      return control.setInputFiles({ name: value, mimeType: '', buffer: samplePdf() });
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

/** Returns the amount that a summary shows for an account or one of its groups (`E104882913, group A`). */
export const line = (page: Page, number: string): Locator => fact(page, `.* · ${number}`);

/** Formats dollars like the portal. */
export const usd = (dollars: number): string =>
  dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 2 });
