/** Generates the page that shows the coverage on the diagrams. */
import type { CoverageMark } from '#flows/drawing.ts';
import { type RouteAnswer, getStateName, routeKey, findRoutes } from 'xstate-workbench/model/keys';
import { computeLayout } from '#flows/layout.ts';
import { elkWithFiles } from '#flows/layout-files.ts';
import { createPortalDiagram } from '#flows/portal/portal-diagram.ts';
import { drawDiagram } from '#flows/svg.ts';
import { type Level, LEVELS, type Measure, computeShare } from './coverage.ts';
import type { FlowModel } from 'xstate-workbench/model';

/** Coverage of a flow. A level without any run is missing. */
export interface Report {
  readonly model: FlowModel;
  readonly levels: ReadonlyMap<Level, Measure>;
  readonly due: readonly Level[];
}

const elk = elkWithFiles();

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 Helvetica, Arial, sans-serif; color: light-dark(#1b1b1b, #e6e9ed); background: light-dark(#fff, #0f1317); margin: 2rem auto; max-width: 90rem; padding: 0 1rem }
a { color: light-dark(#005ea2, #73b3e7) }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { border: 1px solid light-dark(#c9ced3, #3b444f); padding: .25rem .6rem; text-align: left }
td.taken, li.taken { background: light-dark(#eef6ee, #1b2a1c) }
td.open, li.open { background: light-dark(#fbe7e7, #3a1c1c) }
td.excused, li.excused { background: light-dark(#f0f0f0, #262b31) }
li, summary, h2 { overflow-wrap: anywhere }
.wide { margin: 1rem 0; max-width: 100%; overflow-x: auto }
`;

/** A part that scrolls separately if it is wider than the page, also by keyboard. */
const wide = (label: string, content: string): string =>
  `<div class="wide" role="region" aria-label="${escape(label)}" tabindex="0">${content}</div>`;

export async function coveragePage(reports: readonly Report[]): Promise<string> {
  const flows = await Promise.all(reports.map(flowSection));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Coverage of each flow</title>
<style>${STYLE}</style>
<main>
<h1>Coverage of each flow</h1>
${overview(reports)}
${flows.join('\n')}
</main>
</html>
`;
}

function overview(reports: readonly Report[]): string {
  const levels = Object.values(LEVELS).map((name) => `<th scope="col">${name}</th>`);
  const rows = reports.map(({ model: { machine }, levels: found }) => {
    const cells = ([1, 2, 3] as const).map((level) => shareCell(found.get(level)));
    return `<tr><th scope="row"><a href="#${machine.id}">${machine.id}</a></th>${cells.join('')}</tr>`;
  });
  return wide('Overview', `<table><tr><th scope="col">flow</th>${levels.join('')}</tr>${rows.join('')}</table>`);
}

const shareCell = (found: Measure | undefined): string =>
  found === undefined
    ? '<td>not walked</td>'
    : `<td class="${found.open.length === 0 ? 'taken' : 'open'}">${computeShare(found)} %</td>`;

async function flowSection({ model, levels }: Report): Promise<string> {
  const { machine } = model;
  const sections = [...levels].map(async ([level, found], index) => {
    // On the screen the coverage counts expectations, not transitions.
    if (level === 2)
      return `<details><summary>Level ${level}, ${LEVELS[level]}: ${computeShare(found)} %</summary>${openList(found)}</details>`;
    const diagram = createPortalDiagram(machine);
    const drawn = drawDiagram(diagram, await computeLayout(diagram, elk), {
      title: `${machine.id}: ${LEVELS[level]}`,
      marks: toMarks(found),
    });
    // Ids must be unique in the page, and each level includes the same diagram.
    const svg = drawn.replaceAll(`diagram-${machine.id}`, `diagram-${machine.id}-${level}`);
    return `<details${index === 0 ? ' open' : ''}><summary>Level ${level}, ${LEVELS[level]}: ${computeShare(found)} %</summary>
${openList(found)}${wide(`Diagram of ${machine.id}, level ${level}`, svg)}${routeTable(level, found, model)}</details>`;
  });
  return `<section id="${machine.id}"><h2>${machine.id}</h2>${(await Promise.all(sections)).join('\n')}</section>`;
}

const getMark = ({ taken, excused }: Measure, key: string): CoverageMark =>
  taken.has(key) ? 'taken' : excused.has(key) ? 'excused' : 'open';

const toMarks = (found: Measure) => new Map(found.expected.map((key) => [key, getMark(found, key)]));

function openList({ open, excused, wrong }: Measure): string {
  const items = [
    ...open.map((key) => `<li class="open">Not walked: ${escape(key)}</li>`),
    ...[...excused].map(([key, reason]) => `<li class="excused">${escape(key)}: ${escape(reason)}</li>`),
    ...wrong.map((sentence) => `<li class="open">${escape(sentence)}</li>`),
  ];
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`;
}

/** Returns a table with one row per screen and one column per route, and the result of each request. */
function routeTable(level: Level, found: Measure, { machine }: Report['model']): string {
  const routes = findRoutes(machine);
  if (routes.length === 0) return '';
  const answers: readonly RouteAnswer[] = ['allowed', 'refused', 'swallowed'];
  const rows = routes.map((screen) => {
    const cells = routes.map((target) => {
      const keys = answers
        .map((answer) => ({ answer, key: routeKey(getStateName(screen), getStateName(target), answer) }))
        .filter(({ key }) => found.expected.includes(key));
      const isOpen = keys.some(({ key }) => getMark(found, key) === 'open');
      return `<td class="${isOpen ? 'open' : 'taken'}">${keys.map(({ answer }) => answer).join(', ')}</td>`;
    });
    return `<tr><th scope="row">${getStateName(screen)}</th>${cells.join('')}</tr>`;
  });
  const heads = routes.map((target) => `<th scope="col">${getStateName(target)}</th>`);
  const table = `<table><caption>Addresses requested at level ${level}, by screen</caption><tr><td></td>${heads.join('')}</tr>${rows.join('')}</table>`;
  return wide(`Addresses of ${machine.id}, level ${level}`, table);
}
