/** Example Page: its machine and its views. */
import { examplePage } from './example-page.machine.ts';
import { defineFlow } from '#src/app/flow/define-flow.ts';
import { examplePageViews } from './views.tsx';

export default defineFlow<typeof examplePage>({
  machine: examplePage,
  views: examplePageViews,
  input: () => ({}),
});
