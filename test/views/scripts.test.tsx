/** Third-party scripts that a deployment configures (P §4, startup). */
import { afterEach, expect, it, vi } from 'vitest';
import { loadScripts } from '#src/app/browser/scripts.ts';
import { eventually } from '#test/support/eventually.ts';

const TRACKING = 'https://localhost:9/tracking.js';
const configured = () => [...document.querySelectorAll<HTMLScriptElement>('script[data-configured]')];

afterEach(() => configured().forEach((script) => script.remove()));

it('loads no scripts without a configuration', () => {
  loadScripts(document, { trackingScript: '', productAnalyticsScript: '' }, () => undefined);
  expect(configured()).toEqual([]);
});

it('loads each configured script once, as a file, and logs a failure to load', async () => {
  const failed = vi.fn();
  const scripts = { trackingScript: TRACKING, productAnalyticsScript: '' };
  loadScripts(document, scripts, failed);
  loadScripts(document, scripts, failed);
  expect(configured().map(({ src, async, text }) => ({ src, async, text }))).toEqual([
    { src: TRACKING, async: true, text: '' },
  ]);
  await eventually(() => expect(failed).toHaveBeenCalledExactlyOnceWith(TRACKING));
});
