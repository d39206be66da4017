/** The workbench's view in its URL: `#/payflow?state=reviewing&panel=simulate&run=0.3.1&step=2`. */

import { type RunNumbers, formatRun, parseRun } from 'xstate-workbench/model/run';

export const PANELS = ['state', 'simulate', 'questions', 'coverage', 'traffic', 'live', 'compare'] as const;
export type Panel = (typeof PANELS)[number];

export interface Address {
  /** The id of the flow that is open; undefined in the catalog. */
  readonly flow?: string;
  /** The selected state, by its path. */
  readonly state?: string;
  readonly panel?: Panel;
  /** Whether the picture shows the actions. */
  readonly show?: 'actions';
  /** The simulated run (`core/model/run.ts`), and the current step in it. */
  readonly run?: RunNumbers;
  readonly step?: number;
  /** Results of guards that were chosen by hand. */
  readonly guards?: Readonly<Record<string, boolean>>;
  /** The search text of the catalog. */
  readonly query?: string;
}

const parseNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,4}$/.test(text) ? Number(text) : undefined;

/** Parses the results of guards: `isLate:1,isPaid:0`. */
export function parseGuards(text: string): Readonly<Record<string, boolean>> {
  const parts = text.split(',').map((part) => part.split(':', 2));
  return Object.fromEntries(
    parts.flatMap(([name = '', result]) => (result === undefined ? [] : [[name, result === '1']])),
  );
}

export const formatGuards = (guards: Readonly<Record<string, boolean>>): string =>
  Object.entries(guards)
    .map(([name, result]) => `${name}:${result ? 1 : 0}`)
    .join(',');

/** Parses a location's hash. Ignores unknown parts. */
export function parseAddress(hash: string): Address {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const given = new URLSearchParams(search);
  const flow = safeDecode(path);
  const state = given.get('state');
  const panel = PANELS.find((name) => name === given.get('panel'));
  const run = parseRun(given.get('run') ?? '');
  const guards = parseGuards(given.get('guards') ?? '');
  const step = parseNumber(given.get('step'));
  const query = given.get('q');
  const show = given.get('show') === 'actions';
  return {
    ...(flow !== '' && { flow }),
    ...(state !== null && { state }),
    ...(panel !== undefined && { panel }),
    ...(show && { show: 'actions' as const }),
    ...(run !== undefined && { run, step: Math.min(step ?? run.length - 1, run.length - 1) }),
    ...(Object.keys(guards).length > 0 && { guards }),
    ...(query !== null && query !== '' && { query }),
  };
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Writes an address as a location's hash. */
export function formatAddress({ flow, state, panel, show, run, step, guards = {}, query }: Address): string {
  const given = new URLSearchParams({
    ...(state !== undefined && { state }),
    ...(panel !== undefined && { panel }),
    ...(show !== undefined && { show }),
    ...(Object.keys(guards).length > 0 && { guards: formatGuards(guards) }),
    ...(run !== undefined && { run: formatRun(run), step: String(step ?? run.length - 1) }),
    ...(query !== undefined && query !== '' && { q: query }),
  });
  const search = given.size === 0 ? '' : `?${given.toString()}`;
  return `#/${flow === undefined ? '' : encodeURIComponent(flow)}${search}`;
}
