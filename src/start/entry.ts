/**
 * The first script of a page: it requests the data that every page needs and then imports the portal's code. If that
 * fails, the script in `index.html` shows a message (`start-failure.ts`).
 */
import '../ui/styles/index.scss';
import { START_FAILED } from '#domain/start-failure.ts';
import { LIVE_KEY } from 'xstate-workbench/model/live-key';
import { startBootstrap } from './bootstrap.ts';

/** Returns whether the flow workbench in another tab follows this browser. */
function isFollowed(): boolean {
  try {
    return localStorage.getItem(LIVE_KEY) !== null;
  } catch {
    // The browser blocks storage for this site.
    return false;
  }
}

async function begin(): Promise<void> {
  try {
    // Must run before the first machine starts. Loads nothing if the workbench does not follow this browser.
    if (isFollowed()) await import('../app/inspection/live-inspection.ts').catch(reportError);
    await import('./main.tsx');
  } catch (error) {
    reportError(error);
    dispatchEvent(new Event(START_FAILED));
  }
}

function start(): void {
  startBootstrap();
  void begin();
}

// This script may run before the end of the document.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();
