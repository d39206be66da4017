/** The panels of the workbench, and the comparison of two revisions, on machines from outside the portal. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { createMachine } from 'xstate';
import { createDiagram } from '#flows/diagram.ts';
import { fingerprint } from '#flows/fingerprint.ts';
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

/** Opens the workbench in the page until the end of the test. */
function open(options: Partial<Parameters<typeof openWorkbench>[1]>): void {
  const root = document.createElement('div');
  document.body.append(root);
  onTestFinished(() => {
    root.remove();
    location.hash = '';
  });
  const machines = [trafficLight, player].map((machine) => ({ id: machine.id, title: machine.id, machine }));
  openWorkbench(root, { title: 'Flows', machines, ...options });
}

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
  open({ revision: revisionFile });
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

/** Door that opens with the right code only. */
const door = createMachine({
  id: 'door',
  context: { code: '' },
  initial: 'closed',
  states: {
    closed: {
      on: {
        OPEN: {
          guard: function isCodeRight({ context, event }) {
            return context.code !== '' && event['code'] === context.code;
          },
          target: 'open',
        },
        KNOCK: 'answered',
      },
    },
    answered: { on: { GO: 'closed' } },
    open: {},
  },
});

const panel = (name: string) => page.getByRole('complementary', { name });

test('a question is answered with a path, a false guard says what it read, and JSON can be sent', async () => {
  location.hash = '#/door?panel=questions';
  open({ machines: [{ id: 'door', title: 'Door', machine: door }] });
  const questions = panel('Questions');
  await questions.getByLabelText('Question').selectOptions('… leads to … or …');
  await questions.getByRole('combobox', { name: /^From/ }).selectOptions('answered');
  await questions.getByRole('combobox', { name: /^Leads to/ }).selectOptions('open');
  await expect.element(questions.getByLabelText('As text')).toHaveValue('answered leads to open');
  await questions.getByRole('button', { name: 'Ask' }).click();
  await expect.element(questions.getByText('No: 2 states were checked.')).toBeVisible();
  await seeAccessible('an answer');

  await questions.getByRole('button', { name: 'Show the path (1 steps)' }).click();
  const simulation = panel('Simulate');
  await simulation.getByRole('button', { name: 'Step forward' }).click();
  await simulation.getByRole('button', { name: /^GO/ }).click();
  const choice = simulation.getByRole('button', { name: /^OPEN/ });
  await expect.element(choice).toHaveTextContent('nothing follows hereisCodeRight was false: code = ""');
  await choice.click();
  await expect.element(simulation.getByRole('listitem').filter({ hasText: /^isCodeRight was false/ })).toBeVisible();

  await simulation.getByText('Send an event or an answer').click();
  const box = simulation.getByLabelText('Event as JSON');
  await box.fill('{ "type": ');
  await simulation.getByRole('button', { name: 'Send' }).click();
  await expect.element(simulation.getByRole('alert')).toHaveTextContent('This is not JSON');
  await seeAccessible('the boxes for JSON');
  await box.fill('{ "type": "KNOCK" }');
  await simulation.getByRole('button', { name: 'Send' }).click();
  await expect.element(simulation.getByText('Now in answered.')).toBeVisible();
});

test('a log and a coverage report are shown beside the diagram', async () => {
  location.hash = '#/door?panel=traffic';
  open({ machines: [{ id: 'door', title: 'Door', machine: door }] });
  const row = { time: '2026-11-20T15:00:00.000Z', run: 'a', flow: 'door', status: 'active' };
  const rows = [
    { ...row, event: 'started', from: null, to: [], states: ['closed'] },
    { ...row, event: 'KNOCK', from: 'closed', to: ['answered'], states: ['answered'] },
  ];
  const traffic = panel('Traffic');
  const file = (name: string, texts: readonly unknown[]) =>
    new File([texts.map((each) => `${JSON.stringify(each)}\n`).join('')], name);
  await traffic.getByLabelText('Open a flow log').upload(file('log.ndjson', [...rows, 'no row']));
  await expect.element(page.getByRole('table', { name: 'Traffic of states (2 of 3)' })).toBeVisible();
  await seeAccessible('the traffic');

  await page.getByRole('button', { name: 'Coverage' }).click();
  const level = { level: 1, name: 'the machine alone', isOfTransitions: true, share: 50, count: 3 };
  const found = { ...level, open: ['closed -> KNOCK'], excused: { 'answered -> GO': 'nobody goes' } };
  const report = { flows: { door: { machine: fingerprint(door), levels: [found] } } };
  const coverage = panel('Coverage');
  await coverage.getByLabelText('Open a report').upload(file('coverage.json', [report]));
  await coverage.getByRole('button', { name: 'Show on the diagram' }).click();
  await expect.element(coverage.getByText('answered -> GO: nobody goes')).toBeVisible();
  await seeAccessible('the coverage');
});
