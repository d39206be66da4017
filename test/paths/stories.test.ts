/** Each state that a person can see has its story. */
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import { accountRecovery } from '#machines/account-recovery/account-recovery.machine.ts';
import { changePassword } from '#machines/change-password/change-password.machine.ts';
import { seen } from '../support/stage.tsx';
import { aboutOf } from '../support/story.tsx';
import { storyFiles } from '../support/state-stories.ts';

test('a story says what its state is for, by the machine’s own sentence, its address and its diagram', () => {
  const password = createActor(changePassword, { input: { action: null } }).start();
  expect(aboutOf(password)).toEqual({
    description: 'The present password and a new one are being typed',
    address: undefined,
    diagram: 'changePassword.svg',
  });
  const recovery = createActor(
    accountRecovery.provide({ actors: { getToday: fromPromise(async () => plainDateOf('2026-11-20')) } }),
    { input: {} },
  ).start();
  expect(aboutOf(recovery).description).toContain('business day');
  expect(existsSync(`docs/flows/${aboutOf(recovery).diagram}`)).toBe(true);
});

test('there is a story for each state of each flow that is seen (npm run diagrams)', async () => {
  const files = await storyFiles();
  expect(files.size).toBe(seen.length);
  for (const [path, text] of files) expect(await readFile(path, 'utf8').catch(() => ''), path).toBe(text);
});
