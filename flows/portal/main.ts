/** The workbench with the portal's flows. */
import { loadCatalog } from '#machines/catalog.ts';
import renamedStates from '#machines/renamed-states.json';
import { openWorkbench } from '../page/open-workbench.tsx';
import { describeActor } from './portal-diagram.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const catalog = await loadCatalog();
openWorkbench(root, {
  title: 'Flows of the portal',
  machines: catalog.map(({ id, title, place, machine, model }) => ({ id, title, machine, model, address: place })),
  describeActor,
  coverage: 'coverage.json',
  layouts: 'layouts.json',
  ...(import.meta.env['COMPARES'] === true && { revision: 'revision.json' }),
  renamed: renamedStates,
  application: '/',
});
