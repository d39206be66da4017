/** Answers questions about the portal's flows, apart from the page. */
import { loadCatalog } from '#machines/catalog.ts';
import { answerInWorker } from '../page/questions.ts';

answerInWorker({ title: '', machines: await loadCatalog() });
