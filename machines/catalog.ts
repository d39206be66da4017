/** All flows of the portal, discovered by their models, with their titles and places. */
import { getBasePath, routes } from '#domain/portal/routes.ts';
import type { FlowModel } from 'xstate-workbench/model';

export interface CatalogEntry {
  /** Machine id, which is also the name of the diagram. */
  readonly id: string;
  readonly title: string;
  /** Area of the portal, as a heading. */
  readonly area: string;
  /** Whether the flow has an address, so that a person opens it. The others are parts of such flows or always run. */
  readonly isOpened: boolean;
  /** Place of the flow in the portal, as text: its routes, or the flows that run it. */
  readonly place: string;
  /** File of the machine, with its folder. */
  readonly file: string;
  readonly machine: FlowModel['machine'];
  readonly model: FlowModel;
}

const models = import.meta.glob<FlowModel>('./**/*.model.ts', { import: 'default' });

interface Loaded {
  readonly name: string;
  readonly file: string;
  readonly model: FlowModel;
}

/** Returns the name of a flow's files, which is also the name of its page. */
const toName = (file: string): string => file.split('/').at(-1)?.replace('.model.ts', '') ?? '';

const findRoutes = ({ name }: Loaded) => routes.filter(({ page }) => page === name);

function findTitle(flow: Loaded): string {
  const title = flow.model.title ?? findRoutes(flow)[0]?.title;
  if (title === undefined)
    throw new Error(`The model of ${flow.model.machine.id} needs a title, because it is not a page`);
  return title;
}

/** Returns the flows that run a flow. */
const findParents = ({ model: { machine } }: Loaded, all: readonly Loaded[]): Loaded[] =>
  all.filter(({ model }) => Object.values(model.children ?? {}).some((child) => child.machine === machine));

function describePlace(flow: Loaded, all: readonly Loaded[]): string {
  if (flow.model.place !== undefined) return flow.model.place;
  const addresses = findRoutes(flow).map((route) => `\`${getBasePath(route)}\``);
  return addresses.length > 0 ? addresses.join(', ') : `within ${findParents(flow, all).map(findTitle).join(', ')}`;
}

/** The headings of the areas, by their folder in `machines`, in their order. */
const AREAS: Readonly<Record<string, string>> = {
  accounts: 'Accounts and loans',
  payments: 'Payments',
  repayment: 'Repayment',
  documents: 'Documents',
  messages: 'Messages',
  profile: 'Profile and payers',
  session: 'Logging in',
  portal: 'Portal',
  kit: 'Parts of several flows',
};

function findArea({ file }: Loaded): string {
  const area = AREAS[file.split('/')[1] ?? ''];
  if (area === undefined) throw new Error(`${file} is not in an area`);
  return area;
}

/**
 * Returns the sort rank of a flow within its area: flows without a page, then pages in the order of the route table, each
 * followed by the flows that run inside it.
 */
function computeRank(flow: Loaded, all: readonly Loaded[]): number {
  const index = routes.findIndex(({ page }) => page === flow.name);
  if (index >= 0) return index;
  const parents = findParents(flow, all);
  return parents.length === 0 ? -1 : Math.max(...parents.map((parent) => computeRank(parent, all))) + 0.1;
}

/** Loads all flows. Throws if a flow that is not a page has no title. */
export async function loadCatalog(): Promise<readonly CatalogEntry[]> {
  const all = await Promise.all(
    Object.entries(models).map(async ([file, load]): Promise<Loaded> => ({
      name: toName(file),
      file,
      model: await load(),
    })),
  );
  const areas = Object.values(AREAS);
  const sorted = [...all].sort(
    (a, b) =>
      areas.indexOf(findArea(a)) - areas.indexOf(findArea(b)) ||
      computeRank(a, all) - computeRank(b, all) ||
      a.model.machine.id.localeCompare(b.model.machine.id, 'en'),
  );
  return sorted.map((flow) => {
    const place = describePlace(flow, all);
    return {
      id: flow.model.machine.id,
      title: findTitle(flow),
      area: findArea(flow),
      isOpened: place.startsWith('`/'),
      place,
      file: flow.file.replace('./', 'machines/').replace('.model.ts', '.machine.ts'),
      machine: flow.model.machine,
      model: flow.model,
    };
  });
}
