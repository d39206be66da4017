/** The one place that knows how to start a browser: CHROME_PATH, an installed Chrome or Chromium, Playwright's own. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** The shell without windows comes first: it is the same engine, and does a tenth less work for each page. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** What the browser is not to do. Only the last list counts, so this one repeats what Playwright's asks for on its own. */
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
  // The suggestions below the address bar are two pages of their own, which every new window loads: half a second each.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/** Nothing of the browser's own may reach for the network while tests run. */
const ARGS = [
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Playwright's launch options. Throws, and says what to do, where no browser is to be found. */
export function launchOptions(): { executablePath?: string; args: string[] } {
  const given = process.env['CHROME_PATH'] ?? process.env['CHROMIUM_PATH'];
  if (given !== undefined && !existsSync(given)) throw new Error(`CHROME_PATH names no file: ${given}`);
  const executablePath = given ?? INSTALLED.find((path) => existsSync(path));
  if (executablePath !== undefined) return { executablePath, args: ARGS };
  if (existsSync(chromium.executablePath())) return { args: ARGS };
  throw new Error(
    'No browser was found. Install Chrome or Chromium, or name one: CHROME_PATH=/path/to/chrome npm test. ' +
      '`npx playwright install chromium` works too.',
  );
}
