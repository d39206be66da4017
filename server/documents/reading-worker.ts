/** The worker process that opens uploaded documents. */
export { readDocument as default } from './read-document.ts';
