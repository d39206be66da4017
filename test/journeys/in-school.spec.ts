/** An in-school deferment (R §2, §4; ruling 34): reported by the school, and applied for. */
import type { Page } from '@playwright/test';
import { seeUsable } from './support/checks.ts';
import { alert, arriveAt, button, press, seeFlowScreen, tabTo } from './support/person.ts';
import { expect, test } from './support/test.ts';

const FLOW = '/repayment-options/deferment/in-school';
const see = (page: Page, step: string, title: string): Promise<void> =>
  seeFlowScreen(page, {
    path: `${FLOW}/${step}`,
    title: `${title} | In-School Deferment`,
    heading: 'In-School Deferment',
  });
const enrolled = (page: Page) => page.getByRole('radiogroup', { name: /^Are you currently enrolled/ });
const attending = (page: Page) => page.getByRole('radiogroup', { name: /^Are you currently attending/ });

test.use({ viewport: { width: 360, height: 740 } });

test('riley, whose school reports enrollment, has nothing to send; for another school the application is sent once', async ({
  page,
  monitor,
  demoUser,
}) => {
  await arriveAt(page, `${FLOW}/qualification`, await demoUser('riley'));
  await see(page, 'qualification', 'Qualification');
  await tabTo(page, enrolled(page).getByRole('radio', { name: 'Yes' }));
  await page.keyboard.press('Space');
  await tabTo(page, button(page, 'Continue'));
  await page.keyboard.press('Enter');
  await expect(alert(page)).toBeFocused();
  await expect(alert(page)).toContainText('Currently Attending');
  await seeUsable(page);
  await tabTo(page, attending(page).getByRole('radio', { name: 'Yes' }));
  await page.keyboard.press('Space');
  await tabTo(page, button(page, 'Continue'));
  await page.keyboard.press('Enter');
  await see(page, 'application', 'Application');
  await expect(page.getByRole('heading', { name: "You don't have to apply" })).toBeVisible();
  await tabTo(page, button(page, 'Continue'));
  await page.keyboard.press('Enter');
  await see(page, 'next-steps', 'Next Steps');
  await expect(page.getByText("You don't need to do anything.")).toBeVisible();
  await seeUsable(page);
  const sent = () => monitor.calls.filter(({ path }) => path.endsWith('in-school-deferment'));
  expect(sent()).toHaveLength(0);

  // Back restarts the flow.
  await page.goBack();
  await see(page, 'qualification', 'Qualification');
  await enrolled(page).getByRole('radio', { name: 'Yes' }).check();
  await attending(page).getByRole('radio', { name: 'No' }).check();
  await press(page, 'Continue');
  await see(page, 'application', 'Application');
  await expect(page.getByText('Interest added in that time')).toBeVisible();
  await press(page, 'Continue');
  await see(page, 'next-steps', 'Next Steps');
  await expect(page.getByText('Proof of enrollment', { exact: true })).toBeVisible();
  await seeUsable(page);
  expect(sent()).toHaveLength(1);
  await page.goto('/repayment-options');
  await expect(page.getByText('In-School Deferment').first()).toBeVisible();
  await expect(page.getByText('Confirmation number', { exact: false })).toHaveCount(1);
});
