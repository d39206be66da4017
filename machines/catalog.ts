/** All flows of the portal, found by their models: what each is called, and where it is. */
import { baseOf, routes } from '#domain/portal/routes.ts';
import type { FlowModel } from './kit/model.ts';

export interface CatalogEntry {
  /** The machine's id; its diagram has the same name. */
  readonly id: string;
  readonly title: string;
  /** Where in the portal the flow is, as text: its addresses, or the flows that run it. */
  readonly place: string;
  /** The folder and file of the machine. */
  readonly file: string;
  readonly machine: FlowModel['machine'];
  readonly model: FlowModel;
}

const models = import.meta.glob<FlowModel>('./*/*.model.ts', { import: 'default' });

interface Loaded {
  readonly folder: string;
  readonly file: string;
  readonly model: FlowModel;
}

const folderOf = (file: string): string => file.split('/')[1] ?? '';

const routesOf = ({ folder }: Loaded) => routes.filter(({ page }) => page === folder);

function titleOf(flow: Loaded): string {
  const title = flow.model.title ?? routesOf(flow)[0]?.title;
  if (title === undefined) throw new Error(`The model of ${flow.model.machine.id} needs a title: it is no page`);
  return title;
}

/** The flows that run a flow. */
const parentsOf = ({ model: { machine } }: Loaded, all: readonly Loaded[]): Loaded[] =>
  all.filter(({ model }) => Object.values(model.children ?? {}).some((child) => child.machine === machine));

function placeOf(flow: Loaded, all: readonly Loaded[]): string {
  if (flow.model.place !== undefined) return flow.model.place;
  const addresses = routesOf(flow).map((route) => `\`${baseOf(route)}\``);
  return addresses.length > 0 ? addresses.join(', ') : `within ${parentsOf(flow, all).map(titleOf).join(', ')}`;
}

/** A flow's place in the list: what is on every page first, then as the table of addresses has it, then what others run. */
function rankOf(flow: Loaded, all: readonly Loaded[]): number {
  const index = routes.findIndex(({ page }) => page === flow.folder);
  if (index >= 0) return index;
  const parents = parentsOf(flow, all);
  return parents.length === 0 ? -1 : Math.max(...parents.map((parent) => rankOf(parent, all))) + 0.1;
}

/** All flows. Throws where a flow that is no page has no title. */
export async function loadCatalog(): Promise<readonly CatalogEntry[]> {
  const all = await Promise.all(
    Object.entries(models).map(async ([file, load]): Promise<Loaded> => ({
      folder: folderOf(file),
      file,
      model: await load(),
    })),
  );
  const sorted = [...all].sort(
    (a, b) => rankOf(a, all) - rankOf(b, all) || a.model.machine.id.localeCompare(b.model.machine.id, 'en'),
  );
  return sorted.map((flow) => ({
    id: flow.model.machine.id,
    title: titleOf(flow),
    place: placeOf(flow, all),
    file: flow.file.replace('./', 'machines/').replace('.model.ts', '.machine.ts'),
    machine: flow.model.machine,
    model: flow.model,
  }));
}
