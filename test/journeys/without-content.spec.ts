/** Missing managed texts do not block pages, but borrowers cannot agree to terms that are not displayed. */
import { seeAccessible } from './support/checks.ts';
import {
  STEPS,
  agreeAndSubmit,
  arriveAt,
  button,
  goOnToReview,
  press,
  seeStep,
  terms,
  withoutDocumentData,
} from './support/person.ts';
import { expect, test } from './support/test.ts';

test('without managed texts pages open, but a payment waits for its terms', async ({ page, monitor, demoUser }) => {
  monitor.allow(/status of 503|could not be loaded/);
  const texts = /\/api\/1\/content\/(?:items|sections|lists|pages)/;
  await withoutDocumentData(page);
  await page.route(texts, (route) => route.fulfill({ status: 503 }));
  await arriveAt(page, STEPS['Schedule Payment'], await demoUser('blake'));
  await seeStep(page, 'Schedule Payment');
  await goOnToReview(page);
  const missing = page.getByRole('alert').filter({ hasText: "We couldn't load the text you need to agree to." });
  await expect(missing).toBeVisible();
  await expect(terms(page)).toHaveCount(0);
  await expect(button(page, 'Submit Payment')).toHaveCount(0);
  await seeAccessible(page);

  await page.unroute(texts);
  await press(page, 'Try again');
  await expect(page.locator('[data-content="payments/payment-authorization"]')).toContainText('authorize');
  await expect(page.locator('div:focus [data-content="payments/payment-authorization"]')).toBeVisible();
  await agreeAndSubmit(page);
  await seeStep(page, 'Receipt');
});
