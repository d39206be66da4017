/** The templates of `npm run new`: the compiler checks them as sources; here they are walked and made into files. */
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type ReactNode, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor } from 'xstate';
import { isSeenOnScreen, generatePaths } from 'xstate-workbench/model/paths';
import type { FlowModel } from 'xstate-workbench/model';
import { getChildren } from '#src/app/flow/running-machines.ts';
import { measure } from '#test/support/coverage.ts';
import { createMutants } from '#test/support/mutants.ts';
import { Recorder } from '#test/support/recorder.ts';
import { ScriptedClock, ScriptedEffects, flush } from '#test/support/scripted.ts';
import { brokenClaims, impossibleAnswers, verify } from '#test/support/verify.ts';
import { act, walk } from '#test/support/walk.ts';
import formModel from '../../tools/new/form/example-form.model.ts';
import { exampleFormViews } from '../../tools/new/form/views.tsx';
import { KINDS, ROUTES, generateFiles, toTitle, withRow } from '../../tools/new/generate.ts';
import { parsePage } from '../../tools/new/new.ts';
import pageModel from '../../tools/new/page/example-page.model.ts';
import { examplePageViews } from '../../tools/new/page/views.tsx';

interface Template {
  readonly model: FlowModel;
  readonly views: Readonly<Record<string, (props: never) => unknown>>;
}

const templates: Readonly<Record<(typeof KINDS)[number], Template>> = {
  page: { model: pageModel, views: examplePageViews },
  form: { model: formModel, views: exampleFormViews },
};

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');

describe.each(KINDS)('the template of a %s', (kind) => {
  const { model, views } = templates[kind];

  it('matches its model, and its claims can fail', () => {
    expect([...verify(model), ...impossibleAnswers(model)]).toEqual([]);
    for (const [name, { brokenBy }] of Object.entries(model.claims)) {
      const mutant = createMutants(model.machine).find((each) => each.name === brokenBy);
      expect(brokenClaims({ ...model, machine: mutant?.machine ?? model.machine }).join(), brokenBy).toContain(name);
    }
  });

  it('takes every transition', async () => {
    const recorder = new Recorder();
    for (const path of generatePaths(model)) await walk(model, path, recorder);
    const { open, wrong } = measure(model, recorder.taken.get(model.machine.id) ?? []);
    expect({ open, wrong }).toEqual({ open: [], wrong: [] });
  });

  it('shows the texts of its model in every state', async () => {
    const whole = Object.keys(model.outcomes).filter((source) => model.children?.[source] === undefined);
    for (const path of generatePaths(model, { isWhole: true, isSelected: isSeenOnScreen })) {
      const effects = new ScriptedEffects(model.machine);
      const clock = new ScriptedClock();
      const machine = effects.provide(model.machine, whole);
      const actor = createActor(machine, { input: model.inputs[path.input]?.input, clock }).start();
      await flush();
      const see = ({ reads, hides }: { readonly reads: readonly string[]; readonly hides: readonly string[] }) => {
        const state: AnyMachineSnapshot = actor.getSnapshot();
        const [shown = ''] = typeof state.value === 'string' ? [state.value] : Object.keys(state.value);
        const View = views[shown] as (props: object) => ReactNode;
        const props = { state, send: actor.send.bind(actor), children: getChildren(actor) };
        // The page has the title above its view.
        const text = `${toTitle(`example-${kind}`)} ${plain(renderToStaticMarkup(createElement(View, props)))}`;
        expect([shown, reads.filter((each) => !text.includes(each))]).toEqual([shown, []]);
        expect([shown, hides.filter((each) => text.includes(each))]).toEqual([shown, []]);
      };
      see(path.starts.noticed);
      for (const step of path.steps) {
        await act(model, { actor, effects, clock }, step);
        see(step.noticed);
      }
      actor.stop();
    }
  });

  it('becomes files whose imports exist', () => {
    const made = parsePage({ kind, name: 'late-fee-history', area: 'accounts' });
    const files = generateFiles(made);
    const folder = 'accounts/late-fee-history';
    expect(files.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        `machines/${folder}/late-fee-history.machine.ts`,
        `machines/${folder}/late-fee-history.model.ts`,
        `src/views/${folder}/views.tsx`,
        'src/pages/late-fee-history.ts',
      ]),
    );
    for (const { file, text } of files) {
      expect([file, /example/i.exec(text)]).toEqual([file, null]);
      const imported = [...text.matchAll(/ from '([.#][^']+)'/g)].map(([, to = '']) =>
        to.startsWith('#') ? to.slice(1) : posix.join(posix.dirname(file), to),
      );
      const missing = imported.filter((to) => !existsSync(to) && !files.some((each) => each.file === to));
      expect([file, missing]).toEqual([file, []]);
    }
  });
});

describe('a new page', () => {
  const requested = { kind: 'page', name: 'late-fee-history', area: 'payments' };

  it('gets an address and a title from its name, after the addresses beside it', () => {
    const page = parsePage(requested);
    expect(page).toEqual({ ...requested, path: '/payments/late-fee-history', title: 'Late Fee History' });
    const table = withRow(readFileSync(ROUTES, 'utf8'), page);
    const [, ...after] = table.split(/(?=\{ path: '\/payments\/late-fee-history')/);
    expect(after).toHaveLength(1);
    expect(table.slice(0, table.indexOf('late-fee-history'))).toContain("path: '/payments/payment-payoff'");
    expect(after[0]).toContain("path: '/repayment-options'");
  });

  it.each([
    [{ ...requested, kind: 'screen' }, 'Usage: npm run new page NAME'],
    [{ ...requested, name: 'LateFees' }, 'lower-case words with hyphens'],
    [{ ...requested, name: 'delete' }, 'already uses the name'],
    [{ ...requested, name: 'accounts' }, 'already uses the name'],
    [{ ...requested, name: 'payment-methods' }, 'There is src/pages/payment-methods.ts already'],
    [{ ...requested, area: undefined }, 'accounts, documents, messages'],
    [{ ...requested, area: 'loans' }, '"loans" is not an area. Choose one: accounts'],
    [{ ...requested, path: 'fees' }, 'not an address'],
    [{ ...requested, path: '/payments/payflow/fees' }, 'belongs to the page /payments/payflow'],
    [{ ...requested, title: "Borrower's Fees" }, 'is not a title'],
  ])('is refused as %j: %s', (wrong, message) => {
    expect(() => parsePage(wrong)).toThrow(message);
  });
});
