/** The workbench with the portal's flows. */
import renamedStates from '#machines/renamed-states.json';
import { openWorkbench } from '../page/open-workbench.tsx';
import { catalogOptions } from './catalog-options.ts';
import { describeActor } from './portal-diagram.ts';
// oxlint-disable-next-line import/default -- Vite adds the export
import questionsWorker from './questions-worker.ts?worker&url';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
openWorkbench(root, {
  ...catalogOptions,
  describeActor,
  coverage: 'coverage.json',
  layouts: 'layouts.json',
  questionsWorker,
  ...(import.meta.env['COMPARES'] === true && { revision: 'revision.json' }),
  renamed: renamedStates,
  application: '/',
});
