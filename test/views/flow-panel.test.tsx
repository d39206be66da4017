/** The Flow panel of Storybook beside the story of a state. The test acts as Storybook's manager and preview. */
import { composeStory, setProjectAnnotations } from '@storybook/react-vite';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Channel } from 'storybook/internal/channels';
import { SELECT_STORY, STORY_RENDERED } from 'storybook/internal/core-events';
import { storyNameFromExport, toId } from 'storybook/internal/csf';
import { addons } from 'storybook/preview-api';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as v from 'valibot';
import { FlowPanel } from '../../.storybook/flow-panel/FlowPanel.ts';
import model from '#machines/session/change-password/change-password.model.ts';
import preview from '../../.storybook/preview.tsx';
import { violationsInPage } from '../support/axe-in-page.ts';
import { listStates } from '../support/states.ts';
import { toStateStoriesId, storyNames } from '../support/story-names.ts';
import { atState } from '../support/story.tsx';

const title = 'Flows/Change Password';
const states = listStates(model);

setProjectAnnotations([preview]);
const composed = storyNames(states).map((name, at) => ({
  id: toId(title, storyNameFromExport(name)),
  story: composeStory(atState(model, states[at] ?? ''), { title }, undefined, name),
}));

/** Storybook's list of stories, which the story reads to find those of other states. */
const importPath = toStateStoriesId(model.machine.id);
const index = { entries: Object.fromEntries(composed.map(({ id }) => [id, { id, title, importPath }])) };

const address = location.href;
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', address);
  document.body.replaceChildren();
});

/** Renders a story as Storybook does: it replaces the last one and its address names it. */
async function openStory(id: string, channel: Channel): Promise<void> {
  const found = composed.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no story ${id}`);
  document.querySelector('#storybook-root')?.remove();
  const canvasElement = document.body.appendChild(document.createElement('div'));
  canvasElement.id = 'storybook-root';
  history.replaceState(null, '', `?id=${id}`);
  await found.story.run({ canvasElement });
  channel.emit(STORY_RENDERED, id);
}

test('the panel shows the current state of the story, and a click on a state opens its story', async () => {
  const fetchFile = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    input === 'index.json' ? Promise.resolve(Response.json(index)) : fetchFile(input, init),
  );
  const channel = new Channel({});
  addons.setChannel(channel);
  const selected: string[] = [];
  channel.on(SELECT_STORY, (given: unknown) => {
    const { storyId } = v.parse(v.object({ storyId: v.string() }), given);
    selected.push(storyId);
    void openStory(storyId, channel);
  });
  const frame = document.body.appendChild(document.createElement('aside'));
  const panel = page.elementLocator(frame);
  createRoot(frame).render(createElement(FlowPanel, { isOpen: true, channel }));

  await openStory('flows-change-password--choosing-password', channel);
  await expect.element(panel.getByRole('status')).toHaveTextContent('Now in choosingPassword.');
  const active = () =>
    [...frame.querySelectorAll('svg g.state.is-active')].map((state) => state.getAttribute('data-state'));
  const drawn = [...frame.querySelectorAll('svg g.state')].map((state) => state.getAttribute('data-state'));
  expect(drawn).toEqual(['choosingPassword', 'changingPassword', 'passwordChanged', 'leaving', 'left']);
  expect(active()).toEqual(['choosingPassword']);
  expect(await violationsInPage()).toEqual([]);

  // A click in the picture.
  frame
    .querySelector('svg g.text[data-state="passwordChanged"] text')
    ?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  await expect.poll(active).toEqual(['passwordChanged']);
  expect(selected).toEqual(['flows-change-password--password-changed']);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();

  // The list below the picture has the same function. The state "leaving" has stories of its invoked machine only.
  await panel.getByRole('button', { name: 'leaving', exact: true }).click();
  await expect.poll(active).toEqual(['leaving']);
  expect(selected.at(-1)).toBe('flows-change-password--marking-done');
  await expect
    .element(panel.getByRole('button', { name: 'leaving', exact: true }))
    .toHaveAttribute('aria-current', 'step');

  // The end of a flow shows no screen.
  await panel.getByRole('button', { name: 'left', exact: true }).click();
  await expect.element(panel.getByRole('status')).toHaveTextContent('No story shows left.');
  expect(selected).toHaveLength(2);
});
