/** The version of a build comes from git, else from PORTAL_VERSION, else from package.json. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';

const Tool = v.object({
  readVersion: v.custom<(folder: string, env?: object) => Promise<string>>((value) => typeof value === 'function'),
});
const { readVersion } = v.parse(Tool, await import(pathToFileURL(resolve('tools/version.mjs')).href));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'version-'));
  await writeFile(join(folder, 'package.json'), '{ "version": "1.2.3" }');
});
afterEach(() => rm(folder, { recursive: true }));

const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
const commit = (): void => {
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'Change');
};

it('is that of package.json in a folder without git, unless PORTAL_VERSION is set', async () => {
  expect(await readVersion(folder, {})).toBe('1.2.3');
  expect(await readVersion(folder, { PORTAL_VERSION: '2.0.0' })).toBe('2.0.0');
});

it('names the commit, and marks changed files', async () => {
  git('init', '-q');
  commit();
  const first = await readVersion(folder, { PORTAL_VERSION: '2.0.0' });
  expect(first).toBe(`1.2.3+${git('rev-parse', '--short=10', 'HEAD')}`);
  await writeFile(join(folder, 'package.json'), '{ "version": "1.2.4" }');
  expect(await readVersion(folder, {})).toBe(`${first.replace('1.2.3', '1.2.4')}.changed`);
  commit();
  expect(await readVersion(folder, {})).not.toContain(first.slice(-10));
});
