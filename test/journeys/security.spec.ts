/** The security page: two browsers, and one logs out the other. */
import { seeOnBothScreens } from './support/checks.ts';
import { confirmWithPassword } from './support/confirmation.ts';
import { arriveAt, press, seePage, signInAt } from './support/person.ts';
import { expect, test } from './support/test.ts';

const SECURITY = '/profile/security';

test('avery sees another browser and logs it out', async ({ page, monitor, demoUser, newDevice }) => {
  const avery = await demoUser('avery');
  const other = await newDevice();
  await signInAt(other.page, '/dashboard', avery);
  await arriveAt(page, '/dashboard', avery);
  await press(page, 'Avery');
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await seePage(page, { path: SECURITY, title: 'Security', heading: 'Security' });
  const sessions = page.getByRole('table', { name: "Where you're logged in" });
  await expect(sessions.getByRole('row')).toHaveCount(3);
  await expect(sessions).toContainText('This browser');
  await seeOnBothScreens(page);
  await press(page, 'Log Out All Other Browsers');
  await seeOnBothScreens(page);
  monitor.allow(/status of 403/);
  await press(page, 'Yes');
  await confirmWithPassword(page);
  await expect(page.getByText('All other browsers were logged out.')).toBeVisible();
  await expect(sessions.getByRole('row')).toHaveCount(2);

  other.monitor.allow(/status of 401/);
  const refused = other.page.waitForResponse((response) => response.status() === 401);
  await other.page.getByRole('link', { name: 'Make a Payment' }).first().click();
  await refused;
  await other.close();
});
