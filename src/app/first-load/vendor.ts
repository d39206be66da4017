/** The libraries that draw pages and run machines. */
export { createRoot } from 'react-dom/client';
export { createActor } from 'xstate';
