/** The workbench with the portal's flows. */
import { loadCatalog } from '#machines/catalog.ts';
import renamedStates from '#machines/renamed-states.json';
import flowLinks from '#generated/flow-links.json';
import { openWorkbench } from '../page/open-workbench.tsx';
import { describeActor } from './portal-diagram.ts';
// oxlint-disable-next-line import/default -- Vite adds the export
import questionsWorker from './questions-worker.ts?worker&url';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const links = new Map<string, readonly string[]>(Object.entries(flowLinks));
const catalog = await loadCatalog();
openWorkbench(root, {
  title: 'Flows of the portal',
  about:
    'Each flow of the portal is a state machine, drawn from the code that runs. Open a flow to read it, to try it step by step, and to see its tests and what people do in it.',
  machines: catalog.map(({ id, title, area, place, machine, model }) => ({
    id,
    title,
    area,
    machine,
    model,
    address: place,
    leadsTo: links.get(id) ?? [],
  })),
  describeActor,
  coverage: 'coverage.json',
  layouts: 'layouts.json',
  questionsWorker,
  ...(import.meta.env['COMPARES'] === true && { revision: 'revision.json' }),
  renamed: renamedStates,
  application: '/',
});
