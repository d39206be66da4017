/** Stories of the states that a person can see. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { toPlainDate } from '#domain/calendar.ts';
import accountRecoveryModel from '#machines/session/account-recovery/account-recovery.model.ts';
import { accountRecovery } from '#machines/session/account-recovery/account-recovery.machine.ts';
import changePasswordModel from '#machines/session/change-password/change-password.model.ts';
import { loadCatalog } from '#machines/catalog.ts';
import { changePassword } from '#machines/session/change-password/change-password.machine.ts';
import storybook from '../../.storybook/main.ts';
import { formatModule } from '../../.storybook/state-stories.ts';
import { withoutDescriptions } from '../../tools/without-descriptions.ts';
import { Stage, seen } from '../support/stage.tsx';
import { describeState } from '../support/story.tsx';
import { createStories, visibleFlows } from '../support/state-stories.ts';
import { listStates } from '../support/states.ts';

test('a story shows its state’s description, its path and its diagram', () => {
  const password = createActor(changePassword, { input: { action: null } }).start();
  expect(describeState(password, changePasswordModel)).toEqual({
    description: 'The person enters the current password and a new one',
    place: '/actions/change-password, /profile/change-password',
    diagram: 'changePassword.svg',
  });
  const recovery = createActor(
    accountRecovery.provide({ actors: { getToday: fromPromise(async () => toPlainDate('2026-11-20')) } }),
    { input: {} },
  ).start();
  expect(describeState(recovery, accountRecoveryModel).description).toContain('business day');
  expect(existsSync(`docs/flows/${describeState(recovery, accountRecoveryModel).diagram}`)).toBe(true);
});

test.each(seen.map(({ model }) => ({ flow: model.machine.id, model })))(
  'a story of $flow shows its place',
  ({ model }) => {
    const [start] = Object.values(model.inputs);
    const actor = createActor(new Stage(model, Object.keys(model.inputs)[0] ?? '').machine, { input: start?.input });
    expect(describeState(actor.start(), model).place).toMatch(/^(?:\/[a-z]|every page)/);
    actor.stop();
  },
);

test('Storybook includes the machines’ descriptions, which the portal leaves out', () => {
  const { plugins } = storybook.viteFinal({ plugins: [withoutDescriptions()] });
  expect(plugins.map((plugin) => Object(plugin).name)).toEqual(['state-stories']);
});

const catalog = await loadCatalog();

test('the flows with stories are those on the stage', () => {
  const machines = visibleFlows(catalog).map(({ machine }) => machine);
  expect(new Set(machines)).toEqual(new Set(seen.map(({ model }) => model.machine)));
});

test('each state of a flow has a story, which a virtual module exports', async () => {
  const [flow] = catalog.filter(({ model }) => model === changePasswordModel);
  if (flow === undefined) throw new Error('The catalog has no changePassword');
  const stories = createStories(flow, listStates(changePasswordModel));
  expect(stories).toEqual({
    flow: 'changePassword',
    file: 'machines/session/change-password/change-password.model.ts',
    title: 'Flows/Change Password',
    stories: [
      { name: 'ChoosingPassword', state: 'choosingPassword' },
      { name: 'ChangingPassword', state: 'changingPassword' },
      { name: 'PasswordChanged', state: 'passwordChanged' },
      { name: 'MarkingDone', state: 'leaving > leaveAction: markingDone' },
      { name: 'Leaving', state: 'leaving > leaveAction: leaving' },
    ],
  });
  const code = formatModule(stories);
  expect(code).toContain('export default { title: "Flows/Change Password" };');
  expect(code).toContain('export const MarkingDone = atState(model, "leaving > leaveAction: markingDone");');
});
