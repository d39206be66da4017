/** Stories of the states that a person can see. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { plainDateOf } from '#domain/calendar.ts';
import accountRecoveryModel from '#machines/session/account-recovery/account-recovery.model.ts';
import { accountRecovery } from '#machines/session/account-recovery/account-recovery.machine.ts';
import changePasswordModel from '#machines/session/change-password/change-password.model.ts';
import { loadCatalog } from '#machines/catalog.ts';
import { changePassword } from '#machines/session/change-password/change-password.machine.ts';
import storybook from '../../.storybook/main.ts';
import { withoutDescriptions } from '../../tools/without-descriptions.ts';
import { Stage, seen } from '../support/stage.tsx';
import { aboutOf } from '../support/story.tsx';

test('a story shows its state’s description, its path and its diagram', () => {
  const password = createActor(changePassword, { input: { action: null } }).start();
  expect(aboutOf(password, changePasswordModel)).toEqual({
    description: 'The person enters the current password and a new one',
    place: '/actions/change-password, /profile/change-password',
    diagram: 'changePassword.svg',
  });
  const recovery = createActor(
    accountRecovery.provide({ actors: { getToday: fromPromise(async () => plainDateOf('2026-11-20')) } }),
    { input: {} },
  ).start();
  expect(aboutOf(recovery, accountRecoveryModel).description).toContain('business day');
  expect(existsSync(`docs/flows/${aboutOf(recovery, accountRecoveryModel).diagram}`)).toBe(true);
});

test.each(seen.map(({ model }) => ({ flow: model.machine.id, model })))(
  'a story of $flow shows its place',
  ({ model }) => {
    const [start] = Object.values(model.inputs);
    const actor = createActor(new Stage(model, Object.keys(model.inputs)[0] ?? '').machine, { input: start?.input });
    expect(aboutOf(actor.start(), model).place).toMatch(/^(?:\/[a-z]|every page)/);
    actor.stop();
  },
);

test('Storybook includes the machines’ descriptions, which the portal leaves out', () => {
  expect(storybook.viteFinal({ plugins: [withoutDescriptions()] }).plugins).toEqual([]);
});

const flows = (await loadCatalog()).filter(({ machine }) => seen.some(({ model }) => model.machine === machine));

test('each visible flow is in the catalog', () => {
  expect(flows).toHaveLength(seen.length);
});
