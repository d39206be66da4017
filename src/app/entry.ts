/**
 * With this a page begins: it asks for what any page needs, and then for the portal's code, which comes after what it is made with
 * and what asks for something. Where the code does not arrive, that is said.
 */
import '../ui/styles/index.scss';
import { beginAhead } from './beginning.ts';
import { sayNotLoaded } from './not-loaded.ts';

async function begin(): Promise<void> {
  try {
    await import('./main.tsx');
  } catch (error) {
    reportError(error);
    sayNotLoaded(document);
  }
}

function start(): void {
  beginAhead();
  void begin();
}

// It may have come before the document's end.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();
