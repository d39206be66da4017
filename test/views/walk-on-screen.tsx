/**
 * Walks of level 2: run the generated paths on the real views in a real browser engine, including the invoked machines.
 * The test performs the gestures (click, key), and the script gives the server's answers, so that a transient state
 * stays until it was checked. After each step the test checks the texts and the focus that the model expects. It checks
 * each distinct screen once: axe at both widths, one `h1`, no horizontal scrolling.
 */
import { createRoot } from 'react-dom/client';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { fingerprint } from '#flows/fingerprint.ts';
import { runningMachines } from '#src/app/flow/running-machines.ts';
import { getScreen as screenMetaOf } from '#src/app/flow/url-sync.ts';
import { IconProvider, type Icons, OUTCOME_TITLE, STEP_TITLE } from '#src/ui/index.ts';
import { fieldId } from '#src/ui/field/field-id.ts';
import '#src/ui/styles/index.scss';
import { CORNER_NOTICE } from '#src/views/messages/chat/views.tsx';
import type { Noticed } from 'xstate-workbench/model/expectations';
import { type Path, type PathStep, toSentences } from 'xstate-workbench/model/paths';
import { displayed, newlyPainted, violationsInPage } from '../support/axe-in-page.ts';
import { ONLY_COLORS, ONLY_LAYOUT, WITHOUT_COLORS } from '../support/axe-options.ts';
import { flush } from '../support/scripted.ts';
import { describeTrigger } from 'xstate-workbench/model/sentences';
import { divideIntoShares } from '../support/shares.ts';
import { Scene, Stage, seen } from '../support/stage.tsx';
import { act, locateActor, shownBy } from '../support/walk.ts';
import { perform } from './gestures.ts';

const [icons = {}] = Object.values(import.meta.glob<Icons>('/public/icons.json', { eager: true, import: 'default' }));

/** Screen widths of the design. */
const NARROW = 360;
const WIDTHS = [NARROW, 1280] as const;

/** Timeout in milliseconds for an element to appear, long enough for a busy machine. */
const POLL_OPTIONS = { timeout: 10_000, interval: 5 };

/** Returns true if the machine of a step invokes another one under that id. */
function isInvoked(stage: Stage, { at, id }: Extract<PathStep, { kind: 'outcome' }>): boolean {
  const { actor } = locateActor(stage.model, stage.actor, at);
  return runningMachines(actor).some((each) => each.id === id);
}

/** Returns true if a step is possible. A machine on screen may not have started its actors and delays yet. */
const isReady = (stage: Stage, step: PathStep): boolean =>
  (step.kind !== 'outcome' || stage.effects.isPending(step) || isInvoked(stage, step)) &&
  (step.kind !== 'delay' || stage.clock.isRunning(step.ms));

/** Makes a step: performs its gesture, or uses the script for a step without one. */
async function makeStep(stage: Stage, step: PathStep): Promise<void> {
  await expect
    .poll(() => isReady(stage, step), { message: `${describeTrigger(step)} can happen`, ...POLL_OPTIONS })
    .toBe(true);
  return step.kind === 'event' && step.gesture !== undefined ? perform(step.gesture) : act(stage.model, stage, step);
}

/** Returns a key that distinguishes screens: the states, and the number of visible errors and notices. */
const describeScreen = (stage: Stage) =>
  `${shownBy(stage.actor)} ${document.querySelectorAll('[data-invalid], #error-panel, #notice, [role="alert"]').length}`;

const noted = new WeakMap<Stage, string[]>();

/** Returns the transitions of a machine since the last step. */
function takenBy(stage: Stage, flow: string): string[] {
  const all = [...(noted.get(stage) ?? []), ...stage.recorder.since(flow)];
  noted.set(stage, all);
  return all;
}

const folded = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Returns the visible text, including the values of the fields. */
const read = (): string => folded(document.body.innerText);

/** Widths of a tablet, and of a window in which the rows are not stacked. */
const TABLE_WIDTHS = [768, 1280] as const;
const MANY_COLUMNS = 6;
const LONG_NAME = 'n'.repeat(100);
/** The text spacing that a page must support (WCAG 1.4.12). */
const TEXT_SPACING =
  '* { letter-spacing: 0.12em !important; line-height: 1.5 !important; word-spacing: 0.16em !important }';

/** Expects that tables with many columns hold long names, with wide text spacing too. */
async function lookAtTables(path: string): Promise<void> {
  const tables = [...document.querySelectorAll('table')].filter(
    ({ tHead }) => (tHead?.rows[0]?.cells.length ?? 0) >= MANY_COLUMNS,
  );
  const cells = tables.flatMap((table) => [...table.querySelectorAll('tbody th, [data-breaks]')]);
  const names = cells.flatMap((cell) => document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() ?? []);
  if (tables.length === 0) return;
  const before = names.map(({ nodeValue }) => nodeValue);
  const spacing = document.createElement('style');
  spacing.textContent = TEXT_SPACING;
  for (const name of names) name.nodeValue = LONG_NAME;
  document.head.append(spacing);
  try {
    for (const width of TABLE_WIDTHS) {
      await page.viewport(width, 900);
      const { scrollWidth } = document.documentElement;
      expect(scrollWidth, `long names in a table, after\n${path}`).toBeLessThanOrEqual(width);
    }
  } finally {
    spacing.remove();
    for (const [index, name] of names.entries()) name.nodeValue = before[index] ?? null;
  }
}

async function look(path: string): Promise<void> {
  await lookAtTables(path);
  let shown = '';
  for (const width of WIDTHS) {
    await page.viewport(width, 900);
    const isSame = shown === displayed();
    shown = displayed();
    const options = width === NARROW ? WITHOUT_COLORS : isSame ? ONLY_LAYOUT : {};
    const ofColors = isSame ? await violationsInPage(ONLY_COLORS, newlyPainted()) : [];
    expect([...(await violationsInPage(options)), ...ofColors], `at ${width} px, after\n${path}`).toEqual([]);
    expect(document.querySelectorAll('h1').length, `one h1, after\n${path}`).toBe(1);
    // Two simultaneous alerts interrupt each other, and a screen reader announces neither completely.
    expect(document.querySelectorAll('[role="alert"]').length, `one alert, after\n${path}`).toBeLessThanOrEqual(1);
    expect(document.documentElement.scrollWidth, `no scrolling sideways, after\n${path}`).toBeLessThanOrEqual(width);
  }
}

/**
 * Returns true if an element has focus. An element that is removed or disabled must pass on its focus, or a keyboard
 * user starts again at the top.
 */
const hasFocus = () =>
  document.activeElement !== document.body && document.activeElement?.matches(':disabled') !== true;

/** Regions whose text a screen reader reads when it appears. Focus within them makes it read the text a second time. */
const LIVE = '[role="alert"], [role="status"], output, [aria-live]';

/** Returns true if a screen reader reads the focused text twice. */
const isReadTwice = () => document.activeElement?.closest(LIVE) != null;

/** Returns the error panels and notices. */
const panels = () => [...document.querySelectorAll('#error-panel, .ui-notice')];

/**
 * Returns whether a screen reader reads a new panel or notice that is no live region: it has focus, or focus is on a
 * heading before it or on an invalid field, which reads its own error, or a live region says the same.
 */
const isHeard = (panel: Element) =>
  panel.contains(document.activeElement) ||
  document.activeElement?.closest('h1, h2, [data-invalid]') != null ||
  panel.querySelector(LIVE) !== null ||
  document.querySelector('[aria-live="polite"] > .ui-notice[data-kind="error"]') !== null;

/** Returns true if the person leaves a field without pressing anything else. */
const isLeaving = (step: PathStep) => step.kind === 'event' && step.gesture?.action === 'leave';

/** Returns true if the expected element has focus. */
function focused({ place, field }: Required<Pick<Noticed, 'focus'>>['focus']): boolean {
  const { id } = document.activeElement ?? {};
  switch (place) {
    case 'errors':
      return id === 'error-panel';
    case 'notice':
      return id === 'notice' || id === CORNER_NOTICE;
    case 'field':
      return id === fieldId(field ?? '');
    case 'heading':
      // The heading receives focus only if the focused element was removed.
      return hasFocus();
  }
}

async function notice({ reads, hides, focus }: Noticed, path: string): Promise<void> {
  const missing = () => {
    const text = read();
    return reads.filter((words) => !text.includes(folded(words)));
  };
  await expect.poll(missing, { message: `a person reads this after\n${path}`, ...POLL_OPTIONS }).toEqual([]);
  const remaining = () => {
    const text = read();
    return hides.filter((words) => text.includes(folded(words)));
  };
  await expect.poll(remaining, { message: `this is gone after\n${path}`, ...POLL_OPTIONS }).toEqual([]);
  if (focus === undefined) return;
  await expect
    .poll(() => (focused(focus) ? focus : (document.activeElement?.outerHTML ?? '').slice(0, 200)), {
      message: `where the focus is after\n${path}`,
      ...POLL_OPTIONS,
    })
    .toEqual(focus);
}

/** Returns the heading of the success message, otherwise that of the stepper, otherwise null. */
const stepHeading = () => document.getElementById(OUTCOME_TITLE) ?? document.getElementById(STEP_TITLE);

/** Expects focus on the step's heading after the flow has moved to another screen (ruling 72). */
async function expectFocusOnStep(message: string): Promise<void> {
  await expect
    .poll(() => (document.activeElement === stepHeading() ? '' : document.activeElement?.outerHTML.slice(0, 200)), {
      message: `focus is on the heading of the step after\n${message}`,
      ...POLL_OPTIONS,
    })
    .toBe('');
}

async function walkOnScreen(stage: Stage, path: Path, looked: Set<string>): Promise<void> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  root.render(
    <IconProvider icons={icons}>
      <Scene stage={stage} />
    </IconProvider>,
  );
  const stands = async (reached: Path['starts'], flow: string, sentences: number, keepsFocus = false) => {
    await flush();
    const message = toSentences(path)
      .slice(0, sentences + 1)
      .join('\n');
    await expect.poll(() => stage.isShown && shownBy(stage.actor), { message, ...POLL_OPTIONS }).toBe(reached.shows);
    await expect.poll(() => document.querySelector('h1') !== null, { message, ...POLL_OPTIONS }).toBe(true);
    // A gesture can cause more than its event: it also leaves the previous field.
    await expect
      .poll(() => takenBy(stage, flow), { message, ...POLL_OPTIONS })
      .toEqual(expect.arrayContaining([...reached.takes]));
    await notice(reached.noticed, message);
    if (keepsFocus)
      await expect.poll(hasFocus, { message: `focus is lost after\n${message}`, ...POLL_OPTIONS }).toBe(true);
    expect(isReadTwice(), `focus is within an announced region after\n${message}`).toBe(false);
    const screen = describeScreen(stage);
    if (looked.has(screen)) return;
    looked.add(screen);
    await look(message);
  };
  try {
    await stands(path.starts, stage.machine.id, 0);
    let { path: address } = screenMetaOf(stage.actor);
    for (const [index, step] of path.steps.entries()) {
      noted.delete(stage);
      const hadFocus = hasFocus();
      const known = panels();
      await makeStep(stage, step);
      await stands(step, step.flow, index + 1, hadFocus && !isLeaving(step));
      const unheard = () =>
        panels().filter((each) => each.matches('#error-panel, #notice') && !known.includes(each) && !isHeard(each));
      await expect
        .poll(() => unheard().map(({ outerHTML }) => outerHTML.slice(0, 200)), {
          message: `this is heard after\n${toSentences(path)
            .slice(0, index + 2)
            .join('\n')}`,
          ...POLL_OPTIONS,
        })
        .toEqual([]);
      const { path: nextAddress } = screenMetaOf(stage.actor);
      const isOtherStep = address !== undefined && nextAddress !== undefined && nextAddress !== address;
      address = nextAddress ?? address;
      if (isOtherStep && stepHeading() !== null && step.noticed.focus === undefined) {
        await expectFocusOnStep(
          toSentences(path)
            .slice(0, index + 2)
            .join('\n'),
        );
      }
    }
  } finally {
    root.unmount();
    place.remove();
  }
}

const getPaths = ({ model }: (typeof seen)[number]): readonly Path[] => inject('paths')[model.machine.id] ?? [];

const countSteps = (each: (typeof seen)[number]): number =>
  getPaths(each).reduce((sum, { steps }) => sum + steps.length + 1, 0);

/** Walks the `part`th of `of` shares of the flows, so that several pages run in parallel. */
export function walkFlows(part: number, of: number): void {
  const walked = seen.filter((each) => getPaths(each).length > 0);
  const flows = divideIntoShares(walked, countSteps, of)[part] ?? [];
  // With FLOWS set, a part may have no flow.
  if (flows.length === 0) test('has no flow to walk', () => expect(walked.length).toBeLessThan(of));
  describe.each(flows.map(({ model }) => ({ flow: model.machine.id, model })))('$flow', ({ flow, model }) => {
    const credits = new Map<string, Set<string>>();
    const looked = new Set<string>();
    const paths = inject('paths')[flow] ?? [];

    afterAll(async () => {
      const stored = [...credits].map(([id, taken]) => ({ flow: id, level: 2, machine: '', taken: [...taken].sort() }));
      for (const each of stored) {
        const machine = collectMachines(model).get(each.flow);
        if (machine === undefined) continue;
        const text = JSON.stringify({ ...each, machine: fingerprint(machine) }, null, 1);
        await commands.writeFile(`.cache/flows/${each.flow}.2.${flow}.json`, `${text}\n`);
      }
    });

    test.each(paths.map((path, index) => ({ number: index + 1, path })))('path $number', async ({ path }) => {
      await walkOnScreen(new Stage(model, path.input), path, looked);
      for (const { flow: id, id: expectation } of path.steps.flatMap(({ noticed }) => noticed.credits)) {
        credits.set(id, (credits.get(id) ?? new Set()).add(expectation));
      }
    });
  });
}

/** Returns the machines of a flow and of its invoked machines, by id. */
const collectMachines = (model: Stage['model']): Map<string, Stage['model']['machine']> =>
  new Map([
    [model.machine.id, model.machine],
    ...Object.values(model.children ?? {}).flatMap((child) => [...collectMachines(child)]),
  ]);
