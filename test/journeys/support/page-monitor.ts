/** Records requests, tokens, console messages, typed secrets and stored values of a page. */
import type { BrowserContext } from '@playwright/test';
import { hasPage } from '#domain/portal/routes.ts';

/** The browser's message for a document with status 404. */
const NOT_FOUND = 'Failed to load resource: the server responded with a status of 404 (Not Found)';

/** Returns whether a URL is an unknown page of the portal, whose document has the status 404. */
function isUnknownPage(address: string): boolean {
  const { pathname } = new URL(address);
  return !/^\/(?:api|assets|oidc)\//.test(pathname) && !hasPage(pathname);
}

/** The address of the site search and its call, which contain the term (P §2.1). */
const SITE_SEARCH = /\/(?:account|content)\/search\?/;

/** Reports the text of fields for searches, account numbers and passwords, and whatever the page stores. */
function reportEntries(): void {
  const report: unknown = Reflect.get(window, 'reportEntry');
  if (typeof report !== 'function') return;
  window.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      const label = `${target.type} ${target.ariaLabel} ${target.labels?.[0]?.textContent}`;
      if (/search|account number|routing|social security|password/i.test(label)) report('typed', target.value);
    },
    true,
  );
  // oxlint-disable-next-line typescript/unbound-method -- `apply` calls it with its storage
  Storage.prototype.setItem = new Proxy(Storage.prototype.setItem, {
    apply(setItem, storage: Storage, [key, value]: [string, string]) {
      report('stored', `${key}: ${value}`);
      setItem.call(storage, key, value);
    },
  });
}

export class PageMonitor {
  readonly #complaints: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #entries = { typed: new Set<string>(), stored: new Set<string>() };
  /** The URLs of all requests, in order. */
  readonly addresses: string[] = [];
  /** The API calls with method, path, and the body if {@link readBodies} covers it. */
  readonly calls: { readonly method: string; readonly path: string; readonly body: string | null }[] = [];
  #token = '';

  readonly #context: BrowserContext;

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('console', (message) => {
      if (message.text() === NOT_FOUND && isUnknownPage(message.location().url)) return;
      if (message.type() === 'error' || message.type() === 'warning') this.#complaints.push(message.text());
    });
    context.on('weberror', (error) => this.#complaints.push(`Uncaught: ${error.error().message}`));
    context.on('request', (request) => {
      this.addresses.push(request.url());
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/1/')) return;
      this.calls.push({ method: request.method(), path: pathname.slice('/api/1/'.length), body: request.postData() });
      this.#token = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '')?.[1] ?? this.#token;
    });
  }

  /** Starts to record the text of fields for searches, account numbers and passwords, and stored values. */
  async watchEntries(): Promise<void> {
    await this.#context.exposeBinding('reportEntry', (_, kind: 'typed' | 'stored', text: string) => {
      this.#entries[kind].add(text);
    });
    await this.#context.addInitScript(reportEntries);
  }

  /** Texts of such fields that are in web storage or in a URL. Short texts could be there by chance. */
  get leaked(): string[] {
    const places = [...this.#entries.stored, ...this.addresses.filter((address) => !SITE_SEARCH.test(address))];
    const typed = [...this.#entries.typed].filter((text) => text.length > 5 && /\d/.test(text));
    return typed.flatMap((text) =>
      places
        .filter((place) => place.includes(text) || place.includes(encodeURIComponent(text)))
        .map((place) => `${text} in ${place}`),
    );
  }

  /** Records the bodies of matching calls from now on. Chromium tells Playwright a `Request`'s body only if it is intercepted. */
  async readBodies(pattern: string): Promise<void> {
    await this.#context.route(pattern, (route) => route.fallback());
  }

  /** Returns the bodies of the calls to a path, in order. {@link readBodies} must cover them. */
  getBodies(path: string): unknown[] {
    return this.calls.flatMap((call): unknown[] =>
      call.path === path && call.body !== null ? [JSON.parse(call.body)] : [],
    );
  }

  /** The access token in the page's latest request. */
  get token(): string {
    return this.#token;
  }

  /** Allows a console message that the test causes intentionally. */
  allow(complaint: RegExp): void {
    this.#allowed.push(complaint);
  }

  /** Console errors, security policy violations and warnings that the test has not allowed. */
  get unexpected(): string[] {
    return this.#complaints.filter((text) => !this.#allowed.some((complaint) => complaint.test(text)));
  }
}
