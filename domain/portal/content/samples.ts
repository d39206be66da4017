/** Sample managed content for models, tests and stories. */
import type { ContentPage } from './shapes.ts';

export const sampleContentPage: ContentPage = {
  content: '<p>Interest is the price of borrowing.</p><h2 id="daily">Daily interest</h2><p>It is added up daily.</p>',
  metaData: { title: 'Interest', description: 'How daily interest is worked out.', keywords: 'interest, rate' },
};
