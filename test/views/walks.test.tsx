/**
 * Level 2: the generated paths, walked on the real views in a real browser engine. What a person would do is done by hand
 * (a click, a key), what a server would answer is answered by the script. Each distinct state is looked at by axe at both
 * widths, has one `h1`, and does not scroll sideways.
 */
import axe from 'axe-core';
import { createRoot } from 'react-dom/client';
import { afterAll, describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { Gesture } from '#machines/kit/model.ts';
import { IconProvider, type Icons } from '#src/ui/index.ts';
import '#src/ui/styles/index.scss';
import { takenOf } from '../support/coverage.ts';
import { type Path, type PathStep, pathsOf, sentencesOf } from '../support/paths.ts';
import { flush } from '../support/scripted.ts';
import { Scene, Stage, seen } from '../support/stage.tsx';
import { outcomeOf } from '../support/walk.ts';

const [icons = {}] = Object.values(import.meta.glob<Icons>('/public/icons.json', { eager: true, import: 'default' }));

// What is on its way in is looked at when it has arrived.
const still = document.createElement('style');
still.textContent = '*, *::before, *::after, *::backdrop { animation: none !important; transition: none !important }';
document.head.append(still);

/** The design's two widths. */
const WIDTHS = [360, 1280] as const;

const valueOf = (element: Element) => (element instanceof HTMLInputElement ? element.value : undefined);

async function perform({ first, action, role, name, value = '' }: Gesture): Promise<void> {
  if (first !== undefined) await perform(first);
  const target =
    role === 'password' ? page.getByLabelText(name, { exact: true }) : page.getByRole(role, { name, exact: true });
  switch (action) {
    case 'fill':
      // What already stands there would change nothing.
      if (valueOf(target.element()) === value) await userEvent.fill(target, '');
      return userEvent.fill(target, value);
    case 'leave':
      target.element().focus();
      return target.element().blur();
    case 'choose':
      if (role !== 'combobox') return userEvent.click(target);
      target.element().focus();
      return userEvent.selectOptions(target, value);
    case 'click':
    case 'check':
    case 'uncheck':
      return userEvent.click(target);
  }
}

async function act(stage: Stage, step: PathStep): Promise<void> {
  switch (step.kind) {
    case 'event':
      return step.gesture === undefined ? stage.actor.send(step.event) : perform(step.gesture);
    case 'outcome':
      return stage.effects.settle(step, outcomeOf(stage.model, step));
    case 'delay':
      return stage.clock.pass(step.ms);
    case 'route':
      return stage.actor.send({ type: 'xstate.route', to: step.to });
  }
}

/** What tells one screen from another: the state, and whether errors show. */
const screenOf = (stage: Stage) =>
  `${JSON.stringify(stage.actor.getSnapshot().value)} ${document.querySelectorAll('[data-invalid], #error-panel').length}`;

const noted = new WeakMap<Stage, string[]>();

/** What the flow has taken since the last step was done. */
function took(stage: Stage): string[] {
  const all = [...(noted.get(stage) ?? []), ...stage.recorder.since(stage.machine.id)];
  noted.set(stage, all);
  return all;
}

async function look(path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.viewport(width, 900);
    const { violations } = await axe.run(document.body, { resultTypes: ['violations'] });
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    expect(found, `at ${width} px, after\n${path}`).toEqual([]);
    expect(document.querySelectorAll('h1').length, `one h1, after\n${path}`).toBe(1);
    expect(document.documentElement.scrollWidth, `no scrolling sideways, after\n${path}`).toBeLessThanOrEqual(width);
  }
}

/** Whether the keyboard is anywhere: what is taken away must hand focus on, or whoever uses no mouse starts afresh. */
const hasFocus = () => document.activeElement !== document.body;

/** Nobody presses anything else when a field is left. */
const isLeaving = (step: PathStep) => step.kind === 'event' && step.gesture?.action === 'leave';

async function walkOnScreen(stage: Stage, path: Path, looked: Set<string>): Promise<void> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <IconProvider icons={icons}>
      <Scene stage={stage} />
    </IconProvider>,
  );
  const stands = async (led: Pick<PathStep, 'leadsTo' | 'takes'>, sentences: number, keepsFocus = false) => {
    await flush();
    const told = sentencesOf(path)
      .slice(0, sentences + 1)
      .join('\n');
    await expect
      .poll(() => JSON.stringify(stage.actor.getSnapshot().value), { message: told })
      .toBe(JSON.stringify(led.leadsTo));
    await expect.poll(() => document.querySelector('h1') !== null, { message: told }).toBe(true);
    // A gesture may do more than the event it stands for: it leaves the field before.
    await expect.poll(() => took(stage), { message: told }).toEqual(expect.arrayContaining([...led.takes]));
    if (keepsFocus) await expect.poll(hasFocus, { message: `focus is lost after\n${told}` }).toBe(true);
    const screen = screenOf(stage);
    if (looked.has(screen)) return;
    looked.add(screen);
    await look(told);
  };
  try {
    await expect.poll(() => document.querySelector('h1') !== null).toBe(true);
    await stands(path.starts, 0);
    for (const [index, step] of path.steps.entries()) {
      noted.delete(stage);
      const hadFocus = hasFocus();
      await act(stage, step);
      await stands(step, index + 1, hadFocus && !isLeaving(step));
    }
  } finally {
    root.unmount();
    place.remove();
  }
}

describe.each(seen.map(({ model }) => ({ flow: model.machine.id, model })))('$flow', ({ flow, model }) => {
  const taken = new Map<string, Set<string>>();
  const looked = new Set<string>();

  afterAll(async () => {
    for (const kept of takenOf(model.machine, 2, taken)) {
      if (kept.flow === flow)
        await commands.writeFile(`.cache/flows/${flow}.2.json`, `${JSON.stringify(kept, null, 1)}\n`);
    }
  });

  test.each(pathsOf(model).map((path, index) => ({ number: index + 1, path })))('path $number', async ({ path }) => {
    const stage = new Stage(model, path.input);
    await walkOnScreen(stage, path, looked);
    for (const [chart, names] of stage.recorder.taken) {
      taken.set(chart, new Set([...(taken.get(chart) ?? []), ...names]));
    }
  });
});
