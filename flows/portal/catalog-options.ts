/** The flows of the portal, for the page of the workbench and for its worker. */
import { loadCatalog } from '#machines/catalog.ts';
import type { WorkbenchOptions } from '../page/workbench-machines.ts';

const catalog = await loadCatalog();

export const catalogOptions: Pick<WorkbenchOptions, 'title' | 'machines'> = {
  title: 'Flows of the portal',
  machines: catalog.map(({ id, title, place, machine, model }) => ({ id, title, machine, model, address: place })),
};
