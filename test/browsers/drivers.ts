/**
 * A small driver for two browsers: Firefox through WebDriver BiDi, and WebKit through WebDriver on a virtual display.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ElementHandle, launch } from 'puppeteer-core';
import { Builder, By, type WebElement } from 'selenium-webdriver';
import { freePort } from '#test/support/free-port.ts';

/** Timeout of a step in milliseconds, long enough for a busy machine. */
const STEP_LIMIT = 180_000;

/**
 * Timeout of an attempt within a step, in milliseconds. A request that a navigation interrupts may never get a
 * response.
 */
const ATTEMPT_LIMIT = 20_000;

const WINDOW = { width: 1280, height: 900 };

/** The kinds of controls that the walks use, with their possible elements. */
const CONTROLS = {
  button: 'button',
  checkbox: 'input[type="checkbox"]',
  combobox: 'select',
  link: 'a[href]',
  password: 'input[type="password"]',
  radio: 'input[type="radio"]',
  textbox: 'input:not([type="checkbox"], [type="file"], [type="password"], [type="radio"])',
} as const;
export type Role = keyof typeof CONTROLS;

/** The first visible control with this role and name. Each action waits for it. */
export interface Control {
  readonly click: () => Promise<void>;
  /** Replaces the text by typing. */
  readonly fill: (text: string) => Promise<void>;
  /** Selects an option by its text. */
  readonly choose: (option: string) => Promise<void>;
}

export interface Driver {
  readonly goto: (address: string) => Promise<void>;
  readonly byRole: (role: Role, name: string) => Control;
  /** Selects a file in the only file input of the page. */
  readonly upload: (path: string) => Promise<void>;
  /** Returns the visible text of the page. */
  readonly text: () => Promise<string>;
  /** Evaluates a JavaScript expression in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly screenshot: (path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Waits for a response up to a limit, and returns undefined after it. Neither library has timeouts for its requests.
 */
const within = <Answer>(limit: number, answer: Promise<Answer>): Promise<Answer | undefined> =>
  Promise.race([answer, sleep(limit, undefined, { ref: false })]);

/** Repeats an attempt until it returns a value. An attempt may throw while the page changes. */
export async function eventually<Found>(
  what: string,
  attempt: () => Promise<Found | undefined>,
  limit = ATTEMPT_LIMIT,
): Promise<Found> {
  const deadline = Date.now() + STEP_LIMIT;
  let cause: unknown;
  do {
    try {
      const found = await within(limit, attempt());
      if (found !== undefined) return found;
    } catch (error) {
      cause = error;
    }
    await sleep(100);
  } while (Date.now() < deadline);
  throw new Error(`Not within ${STEP_LIMIT / 1000} seconds: ${what}`, { cause });
}

/** Performs an action on an element as soon as it is found. Repeats the action only if it throws. */
const actOn =
  <Element>(what: string, find: () => Promise<Element | undefined>) =>
  async (act: (element: Element) => Promise<unknown>): Promise<void> => {
    const attempt = async () => {
      const element = await within(ATTEMPT_LIMIT, find());
      if (element === undefined) return undefined;
      await act(element);
      return true;
    };
    await eventually(what, attempt, STEP_LIMIT);
  };

/** Starts Firefox. */
export async function startFirefox(executablePath: string): Promise<Driver> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true, defaultViewport: WINDOW });
  const page = await browser.newPage();
  const find = async (role: Role, name: string): Promise<ElementHandle | undefined> => {
    // Password inputs have no role.
    const selected = role === 'password' ? '' : `[role="${role}"]`;
    for (const element of await page.$$(`::-p-aria([name="${name}"]${selected})`)) {
      const isPending = await element.evaluate(
        (each, css) => each instanceof Element && each.matches(css) && each.checkVisibility(),
        CONTROLS[role],
      );
      if (isPending) return element;
    }
    return undefined;
  };
  return {
    goto: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded', timeout: STEP_LIMIT })),
    byRole: (role, name) => {
      const act = actOn(`the ${role} "${name}"`, () => find(role, name));
      return {
        click: () => act((element) => element.click()),
        fill: (text) =>
          act(async (element) => {
            await element.focus();
            await page.keyboard.down('Control');
            await page.keyboard.press('a');
            await page.keyboard.up('Control');
            await page.keyboard.type(text);
          }),
        choose: (option) =>
          act(async (element) => {
            const value = await element.evaluate(
              (each, text) =>
                each instanceof HTMLSelectElement
                  ? [...each.options].find((one) => one.text === text)?.value
                  : undefined,
              option,
            );
            if (value === undefined) throw new Error(`There is no option "${option}"`);
            await element.select(value);
          }),
      };
    },
    upload: (path) => {
      const act = actOn('the file field', async () => (await page.$('input[type="file"]')) ?? undefined);
      return act((element) => element.toElement('input').then((field) => field.uploadFile(path)));
    },
    text: () => page.evaluate(() => document.body.innerText),
    evaluate: (expression) => page.evaluate(expression),
    screenshot: async (path) => writeFile(path, await page.screenshot()),
    close: () => browser.close(),
  };
}

/** Starts a virtual display; `name` is the value for `DISPLAY`. */
async function startDisplay(): Promise<{ readonly process: ChildProcess; readonly name: string }> {
  const screen = `${WINDOW.width + 100}x${WINDOW.height + 200}x24`;
  // The display writes its number to standard output when it is ready.
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', screen], { stdio: ['ignore', 'pipe', 'ignore'] });
  const name = await new Promise<string>((resolve, reject) => {
    display.once('error', reject);
    display.once('exit', () => reject(new Error('Xvfb did not start')));
    display.stdout.once('data', (number) => resolve(`:${String(number).trim()}`));
  });
  return { process: display, name };
}

/** Starts WebKit's MiniBrowser through its driver. */
export async function startWebKit(binary: string): Promise<Driver> {
  const display = await startDisplay();
  const port = await freePort();
  const server = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: 'ignore',
  });
  const stop = () => {
    server.kill();
    display.process.kill();
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const options = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const start = async () => {
    await eventually('WebKitWebDriver answers', async () => (await fetch(`${endpoint}/status`)).ok || undefined);
    return new Builder().usingServer(endpoint).withCapabilities(options).build();
  };
  const browser = await start().catch((error: unknown) => {
    stop();
    throw error;
  });
  const window = browser.manage().window();
  await window.setRect({ x: 0, y: 0, ...WINDOW });
  const find = async (role: Role, name: string): Promise<WebElement | undefined> => {
    for (const element of await browser.findElements(By.css(CONTROLS[role]))) {
      if ((await element.isDisplayed()) && (await element.getAccessibleName()) === name) return element;
    }
    return undefined;
  };
  return {
    goto: (address) => browser.get(address),
    byRole: (role, name) => {
      const act = actOn(`the ${role} "${name}"`, () => find(role, name));
      return {
        // The driver does not scroll far enough for an element near the lower edge of the window.
        click: () =>
          act(async (element) => {
            await browser.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
            await element.click();
          }),
        fill: (text) => act((element) => element.clear().then(() => element.sendKeys(text))),
        choose: (option) =>
          act((element) => element.findElement(By.xpath(`.//option[normalize-space()="${option}"]`)).click()),
      };
    },
    upload: (path) => {
      const act = actOn('the file field', () => browser.findElement(By.css('input[type="file"]')));
      return act((element) => element.sendKeys(path));
    },
    text: () => browser.executeScript<string>('return document.body.innerText'),
    evaluate: (expression) => browser.executeScript(`return (${expression})`),
    screenshot: async (path) => writeFile(path, await browser.takeScreenshot(), 'base64'),
    close: () => browser.quit().finally(stop),
  };
}

/** A supported browser and its location. */
export interface Browser {
  readonly name: string;
  readonly start: () => Promise<Driver>;
  /** Whether all required programs are installed. */
  readonly isInstalled: boolean;
  readonly installation: string;
}

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
const WEBKIT = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

const firefox = FIREFOX.find((path) => existsSync(path));

export const browsers: readonly Browser[] = [
  {
    name: 'Firefox',
    start: () => startFirefox(firefox ?? ''),
    isInstalled: firefox !== undefined,
    installation: 'apt-get install --no-install-recommends firefox-esr',
  },
  {
    name: 'WebKit',
    start: () => startWebKit(WEBKIT),
    isInstalled: [WEBKIT, '/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'].every((path) => existsSync(path)),
    installation: 'apt-get install --no-install-recommends webkit2gtk-driver xvfb dbus-x11',
  },
];
