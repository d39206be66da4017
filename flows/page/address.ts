/** The workbench's view in its URL: `#/payflow?state=reviewing&panel=simulate&run=0.3.1&step=2`. */

export const PANELS = ['state', 'simulate', 'coverage', 'traffic', 'live', 'compare'] as const;
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
  readonly run?: readonly number[];
  readonly step?: number;
  /** The search text of the catalog. */
  readonly query?: string;
}

const parseNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,4}$/.test(text) ? Number(text) : undefined;

function parseRun(text: string | null): readonly number[] | undefined {
  const numbers = text?.split('.').map(parseNumber) ?? [];
  const known = numbers.filter((number) => number !== undefined);
  return known.length > 0 && known.length === numbers.length ? known : undefined;
}

/** Parses a location's hash. Ignores unknown parts. */
export function parseAddress(hash: string): Address {
  const [path = '', search = ''] = hash.replace(/^#?\/?/, '').split('?', 2);
  const given = new URLSearchParams(search);
  const flow = safeDecode(path);
  const state = given.get('state');
  const panel = PANELS.find((name) => name === given.get('panel'));
  const run = parseRun(given.get('run'));
  const step = parseNumber(given.get('step'));
  const query = given.get('q');
  const show = given.get('show') === 'actions';
  return {
    ...(flow !== '' && { flow }),
    ...(state !== null && { state }),
    ...(panel !== undefined && { panel }),
    ...(show && { show: 'actions' as const }),
    ...(run !== undefined && { run, step: Math.min(step ?? run.length - 1, run.length - 1) }),
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
export function formatAddress({ flow, state, panel, show, run, step, query }: Address): string {
  const given = new URLSearchParams({
    ...(state !== undefined && { state }),
    ...(panel !== undefined && { panel }),
    ...(show !== undefined && { show }),
    ...(run !== undefined && { run: run.join('.'), step: String(step ?? run.length - 1) }),
    ...(query !== undefined && query !== '' && { q: query }),
  });
  const search = given.size === 0 ? '' : `?${given.toString()}`;
  return `#/${flow === undefined ? '' : encodeURIComponent(flow)}${search}`;
}
