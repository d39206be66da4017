/** Answers questions about the portal's flows, apart from the page. */
import { answerInWorker } from '../page/questions.ts';
import { catalogOptions } from './catalog-options.ts';

answerInWorker(catalogOptions);
