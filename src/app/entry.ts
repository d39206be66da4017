/**
 * The first script of a page: it asks for what every page needs and then imports the portal's code. When that fails, the script in
 * `index.html` says so (`start-failure.ts`).
 */
import '../ui/styles/index.scss';
import { START_FAILED } from '#domain/start-failure.ts';
import { beginAhead } from './beginning.ts';

async function begin(): Promise<void> {
  try {
    await import('./main.tsx');
  } catch (error) {
    reportError(error);
    dispatchEvent(new Event(START_FAILED));
  }
}

function start(): void {
  beginAhead();
  void begin();
}

// It may have come before the document's end.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();
