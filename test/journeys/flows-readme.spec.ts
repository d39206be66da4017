/** The README of the workbench: its code, run as it says, shows a machine that is not the portal's. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { preview, runnerImport } from 'vite';
import type { AnyActorRef } from 'xstate';
import { liveMessage } from 'xstate-workbench/model/live-messages';
import { LIVE_CHANNEL } from 'xstate-workbench/model/live-key';
import { seeOnBothScreens } from './support/checks.ts';
import { expect, test } from './support/test.ts';

/** Within the repository, whose package names the folders that the code imports. */
const HOME = resolve('.cache/flows-readme');
const FOLDER = join(HOME, 'my-flows');

interface Block {
  readonly language: string;
  readonly code: string;
}

const parseBlocks = (markdown: string): Block[] =>
  [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({ language, code }));

/** File name of a code block: the comment in its first line. */
const findFileName = ({ language, code }: Block): string | undefined =>
  language === 'html' ? 'index.html' : language === 'ts' ? /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] : undefined;

/** Runs a command of the README in the folder that contains `my-flows`. */
function run(command: string): void {
  const { status, stderr } = spawnSync(command, { cwd: HOME, shell: true, encoding: 'utf8' });
  expect(status, `${command}\n${stderr}`).toBe(0);
}

test('its code and its commands show the traffic light', async ({ page }) => {
  const readme = await readFile('flows/README.md', 'utf8');
  const blocks = parseBlocks(readme.slice(readme.indexOf('## With your own machines')));
  await rm(HOME, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const files = blocks.flatMap((block) => (block.language === 'sh' ? [] : [{ name: findFileName(block), ...block }]));
  // Every block of code is a file that something below runs.
  expect(files.map(({ name }) => name)).toEqual([
    'traffic-light.ts',
    'main.ts',
    'index.html',
    'draw.ts',
    'live.ts',
    'log.ts',
  ]);
  for (const { name = '', code } of files) await writeFile(join(FOLDER, name), code);
  const commands = blocks.flatMap(({ language, code }) => (language === 'sh' ? code.trim().split('\n') : []));
  const [serve, build, runScript] = commands;
  expect([serve, build]).toEqual(['npx vite my-flows', 'npx vite build my-flows']);
  run(build ?? '');
  run(runScript ?? '');
  run(runScript?.replace('draw.ts', 'log.ts') ?? '');

  // The picture in the README equals the output of the script.
  expect(await readFile(join(FOLDER, 'traffic-light.svg'), 'utf8')).toBe(
    await readFile('flows/images/traffic-light.svg', 'utf8'),
  );
  expect(await readFile(join(FOLDER, 'traffic-light.mmd'), 'utf8')).toContain('green --> yellow : TIMER');

  const server = await preview({ root: FOLDER, logLevel: 'silent', preview: { port: 0, host: 'localhost' } });
  const [address = ''] = server.resolvedUrls?.local ?? [];
  try {
    await page.goto(address);
    await expect(page).toHaveTitle('Crossings');
    await page.getByRole('table').getByRole('link', { name: 'Traffic light' }).click();
    await expect(page.locator('.picture g.state[data-state="red.walk"]')).toBeVisible();

    await page.getByRole('button', { name: 'Simulate' }).click();
    const simulation = page.getByRole('complementary', { name: 'Simulate' });
    await simulation.getByLabel('Starts for').selectOption('start');
    await simulation.getByRole('button', { name: /^TIMER/ }).click();
    await simulation.getByRole('button', { name: /^TIMER/ }).click();
    await expect(simulation.getByRole('status')).toContainText('Now in red.walk');
    await seeOnBothScreens(page);

    await page.getByRole('button', { name: 'Traffic' }).click();
    const traffic = page.getByRole('complementary', { name: 'Traffic' });
    await traffic.getByLabel('Open a flow log').setInputFiles(join(FOLDER, 'traffic.ndjson'));
    await expect(traffic).toContainText('4 rows of 1 flow,');
    await expect(page.getByRole('region', { name: /^Traffic of states/ }).getByRole('rowheader')).toHaveText([
      'green',
      'yellow',
      'red',
      'red.walk',
    ]);

    // The application in another tab, with the code of the section about Live.
    await page.getByRole('button', { name: 'Live' }).click();
    const live = page.getByRole('complementary', { name: 'Live' });
    await live.getByRole('button', { name: 'Follow other tabs' }).click();
    const heard: unknown[] = [];
    const channel = new BroadcastChannel(LIVE_CHANNEL);
    channel.addEventListener('message', ({ data }) => heard.push(data));
    const { module } = await runnerImport<{ readonly crossing: AnyActorRef }>(join(FOLDER, 'live.ts'));
    module.crossing.start();
    module.crossing.send({ type: 'TIMER' });
    await expect.poll(() => heard.length).toBeGreaterThan(1);
    channel.close();
    expect(heard.map((message) => liveMessage(message))).toContainEqual(
      expect.objectContaining({ kind: 'state', flow: 'trafficLight', value: 'yellow' }),
    );
  } finally {
    await server.close();
  }
});
