/** Selects and configures the browser: CHROME_PATH, an installed Chrome or Chromium, or Playwright's own. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The headless shell comes first: it is the same engine and needs about 10% less CPU time per page. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Features to disable. Chrome uses only the last list, so this one includes Playwright's. */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // The address bar suggestions are two internal pages that every new window loads, at half a second each.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Switches that keep the browser itself from using the network during tests. */
const ARGS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For pages that live a few seconds: optimizing their code costs more time than it saves. */
export const WITHOUT_OPTIMIZER = '--js-flags=--no-opt --no-maglev';

/** Returns Playwright's launch options, with further switches. Throws with instructions if no browser is found. */
export function launchOptions(...switches: string[]): { executablePath?: string; args: string[] } {
  const args = [...ARGS, ...switches];
  const given = process.env['CHROME_PATH'] ?? process.env['CHROMIUM_PATH'];
  if (given !== undefined && !existsSync(given)) throw new Error(`CHROME_PATH names no file: ${given}`);
  const executablePath = given ?? INSTALLED.find((path) => existsSync(path));
  if (executablePath !== undefined) return { executablePath, args };
  if (existsSync(chromium.executablePath())) return { args };
  throw new Error(
    'No browser was found. Install Chrome or Chromium, or name one: CHROME_PATH=/path/to/chrome npm test. ' +
      '`npx playwright install chromium` works too.',
  );
}
