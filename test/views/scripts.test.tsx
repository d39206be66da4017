/** The scripts of others that a deployment configures (P §4, startup). */
import { afterEach, expect, it, vi } from 'vitest';
import { loadScripts } from '#src/app/browser/scripts.ts';

const TRACKING = 'https://localhost:9/tracking.js';
const configured = () => [...document.querySelectorAll<HTMLScriptElement>('script[data-configured]')];

afterEach(() => configured().forEach((script) => script.remove()));

it('loads nothing where nothing is configured', () => {
  loadScripts(document, { trackingScript: '', productAnalyticsScript: '' }, () => undefined);
  expect(configured()).toEqual([]);
});

it('loads each configured script once, as a file, and says when one does not come', async () => {
  const failed = vi.fn();
  const scripts = { trackingScript: TRACKING, productAnalyticsScript: '' };
  loadScripts(document, scripts, failed);
  loadScripts(document, scripts, failed);
  expect(configured().map(({ src, async, text }) => ({ src, async, text }))).toEqual([
    { src: TRACKING, async: true, text: '' },
  ]);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith(TRACKING));
});
