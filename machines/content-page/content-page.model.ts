/** How a static page is opened. */
import { defineModel } from '../kit/model.ts';
import { sampleConfiguration as configuration, sampleContentPage } from '../kit/samples.ts';
import { contentPage } from './content-page.machine.ts';

export default defineModel<typeof contentPage>({
  machine: contentPage,
  inputs: { anyone: { path: 'help/interest', version: '1', configuration } },
  events: [
    { event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } },
    { event: { type: 'reload.wanted' } },
  ],
  outcomes: {
    getPage: {
      'a page': { answers: sampleContentPage },
      'a page without content': { answers: { ...sampleContentPage, content: ' ' } },
      'no such page': { throws: { kind: 'refused', status: 404 } },
      'no answer in time': { throws: { kind: 'noAnswer' } },
      'a broken server': { throws: { kind: 'refused', status: 503 } },
    },
  },
  facts: () => null,
});
