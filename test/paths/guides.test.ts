/** The guides of the flow workbench: each link opens an existing flow, state and run, and each file and image exists. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalog } from '#machines/catalog.ts';
import { formatAddress, parseAddress } from '#flows/page/address.ts';
import { createSearch } from '#flows/page/search.ts';
import { createPortalDiagram } from '#flows/portal/portal-diagram.ts';
import { takeRun } from 'xstate-workbench/model/run';
import { Simulator } from 'xstate-workbench/model/simulator';

const WORKBENCH = 'http://localhost:4400/flows/';

const guides = [
  ...readdirSync('docs/flows')
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/flows/${file}`),
  'flows/README.md',
  'README.md',
].map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Returns the targets of links and images, without code blocks. */
const targetsIn = (text: string): string[] => {
  const prose = text.replace(/^```.*?^```/gms, '');
  return [...prose.matchAll(/\]\((\S+?)\)|<(https?:\S+?)>/g)].flatMap(([, link, bare]) => link ?? bare ?? []);
};

/** Returns the addresses of the workbench in a guide: links to it, and hashes in code. */
const addressesIn = (text: string): string[] => [
  ...targetsIn(text).flatMap((target) => (target.startsWith(WORKBENCH) ? [target.slice(WORKBENCH.length)] : [])),
  ...[...text.matchAll(/`(#\/[^`]+)`/g)].flatMap(([, hash]) => hash ?? []),
];

/** Returns the anchors of a page's headings, as GitHub writes them. */
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const catalog = await loadCatalog();

/** Returns the problem of an address; undefined if its target exists. */
function findProblem(hash: string): string | undefined {
  const address = parseAddress(hash);
  const { flow: id, state, run, query } = address;
  if (hash !== '' && formatAddress(address) !== hash) return 'a part of the address is unknown';
  if (query !== undefined) {
    const search = createSearch(
      catalog.map(({ id: flow, title, place, machine }) => ({
        id: flow,
        title,
        address: place,
        diagram: createPortalDiagram(machine),
      })),
    );
    if (search(query).length === 0) return `the search finds nothing for "${query}"`;
  }
  if (id === undefined) return undefined;
  const flow = catalog.find((each) => each.id === id);
  if (flow === undefined) return `there is no flow ${id}`;
  const { states } = createPortalDiagram(flow.machine);
  if (state !== undefined && !states.some((each) => each.id === state)) return `${id} has no state ${state}`;
  return run && takeRun(new Simulator(flow.model), run).problem;
}

describe.each(guides)('$file', ({ file, text }) => {
  it('links only to existing flows, states and runs', () => {
    const problems = addressesIn(text).map((hash) => [hash, findProblem(hash)]);
    expect(problems.filter(([, problem]) => problem !== undefined)).toEqual([]);
  });

  it('links to files, images and headings that exist', () => {
    const own = targetsIn(text).filter((target) => !/^https?:/.test(target));
    const missing = own.filter((target) => {
      const [path = '', anchor] = target.split('#');
      const found = path === '' ? file : join(dirname(file), path);
      if (!existsSync(found)) return true;
      return anchor !== undefined && found.endsWith('.md') && !anchorsIn(readFileSync(found, 'utf8')).includes(anchor);
    });
    expect(missing).toEqual([]);
  });
});

it('the guides of the three readers link to flows, states, panels and runs', () => {
  const addresses = guides.flatMap(({ text }) => addressesIn(text)).map(parseAddress);
  const parts = new Set(addresses.flatMap((address) => Object.keys(address)));
  expect(parts).toEqual(new Set(['flow', 'state', 'panel', 'run', 'step', 'query']));
});

describe('a wrong address', () => {
  it.each([
    ['#/payFlow', 'there is no flow payFlow'],
    ['#/payflow?state=review', 'payflow has no state review'],
    ['#/payflow?panel=simulation', 'a part of the address is unknown'],
    ['#/changePassword?panel=simulate&run=0.99&step=1', 'Step 1 no longer exists'],
    ['#/?q=zzzz', 'the search finds nothing for "zzzz"'],
  ])('is found: %s', (hash, problem) => {
    expect(findProblem(hash)).toBe(problem);
  });
});
