/** Example Form: its machine and its views. */
import { exampleForm, hasUnsentText } from './example-form.machine.ts';
import { defineFlow } from '#src/app/flow/define-flow.ts';
import { exampleFormViews } from './views.tsx';

export default defineFlow<typeof exampleForm>({
  machine: exampleForm,
  views: exampleFormViews,
  isUnsaved: hasUnsentText,
  input: () => ({}),
});
