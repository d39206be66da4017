/** Payment Instructions: an instruction is changed and found again (rulings 15, 20). */
import { seeOnBothScreens } from './support/checks.ts';
import { alert, arriveAt, press, seePage } from './support/person.ts';
import { expect, test } from './support/test.ts';

const INSTRUCTIONS = '/payments/payment-instructions';

test('avery reads the example and changes the instruction of an account', async ({ page, demoUser }) => {
  await arriveAt(page, INSTRUCTIONS, await demoUser('avery'));
  await seePage(page, {
    path: INSTRUCTIONS,
    title: 'Extra Payments: Where They Go',
    heading: 'Extra Payments: Where They Go',
  });
  const account = page.getByRole('combobox', { name: 'Account' });
  await account.selectOption({ index: 1 });
  await expect(page.getByRole('table', { name: 'Example of your next payment' })).toBeVisible();
  await press(page, 'Save Choice');
  await expect(alert(page)).toContainText('Your extra payments already go there.');
  await page.getByRole('radio', { name: 'Group B first' }).check();
  await press(page, 'Save Choice');
  await expect(page.getByText('We changed where your extra payments go.')).toBeVisible();
  await expect(page.getByText('From then on: Group B first.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Earlier changes' }).getByRole('row')).toHaveCount(2);
  await seeOnBothScreens(page);
});
