/** The comparison of two revisions in the workbench, on machines from outside the portal. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createMachine } from 'xstate';
import { createDiagram } from '#flows/diagram.ts';
import { openWorkbench } from '#flows/page/open-workbench.tsx';
import { violationsInPage } from '../support/axe-in-page.ts';
import { player, trafficLight } from '../support/third-party-machines.ts';

/** The traffic light of the other revision: red has no countdown, and there is no amber. */
const earlier = createMachine({
  id: 'trafficLight',
  initial: 'green',
  states: {
    green: { on: { TIMER: 'amber' } },
    amber: { on: { TIMER: 'red' } },
    red: { on: { TIMER: 'green' } },
  },
});

const revisionFile = URL.createObjectURL(
  new Blob([
    JSON.stringify({
      revision: 'main~20',
      commit: 'abc1234',
      flows: [earlier, player].map((machine) => ({
        id: machine.id,
        title: machine.id,
        diagram: createDiagram(machine),
      })),
    }),
  ]),
);

async function seeAccessible(where: string): Promise<void> {
  for (const width of [360, 1280]) {
    await page.viewport(width, 900);
    for (const scheme of ['light', 'dark']) {
      await page.getByLabelText('Colors').selectOptions(scheme);
      expect(await violationsInPage(), `${where} at ${width} px, ${scheme}`).toEqual([]);
    }
    expect(document.documentElement.scrollWidth, `${where} does not scroll sideways`).toBeLessThanOrEqual(width);
  }
}

test('the catalog lists the flows that differ, and a flow shows its differences as picture, list and table', async () => {
  const root = document.createElement('div');
  document.body.append(root);
  openWorkbench(root, {
    title: 'Flows',
    machines: [trafficLight, player].map((machine) => ({ id: machine.id, title: machine.id, machine })),
    revision: revisionFile,
  });
  await expect.element(page.getByText('1 of 2 flows differ from main~20 (abc1234).')).toBeVisible();
  await seeAccessible('the catalog');

  await page.getByRole('link', { name: /^changed/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'trafficLight' })).toBeVisible();
  const list = page.getByRole('complementary', { name: 'Compare' });
  await expect.element(list.getByText('added state yellow')).toBeVisible();
  await expect.element(list.getByText('removed state amber')).toBeVisible();
  await expect
    .element(page.getByRole('application', { name: 'Diagram of trafficLight, compared with main~20' }))
    .toBeVisible();
  await seeAccessible('the comparison');

  // The table names the states of both versions; one of them limits the list.
  const table = page.getByRole('table', { name: /^Differences/ });
  await table.getByRole('button', { name: 'amber' }).first().click();
  await expect.element(list.getByText(/^In amber: \d+ of \d+ differences/)).toBeVisible();
  expect(list.getByText('added state yellow').query()).toBeNull();
  expect(location.hash).toBe('#/trafficLight?state=amber&panel=compare');
});
