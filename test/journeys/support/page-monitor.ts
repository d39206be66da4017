/** What happens in the browser beside what a person sees. */
import type { BrowserContext } from '@playwright/test';
import { hasPage } from '#domain/portal/routes.ts';

/** What the browser says about a document that was sent with 404. */
const NOT_FOUND = 'Failed to load resource: the server responded with a status of 404 (Not Found)';

/** Whether an address is one of the portal's at which there is no page: its document is sent with 404. */
function isUnknownPage(address: string): boolean {
  const { pathname } = new URL(address);
  return !/^\/(?:api|assets|oidc)\//.test(pathname) && !hasPage(pathname);
}

export class PageMonitor {
  readonly #complaints: string[] = [];
  readonly #allowed: RegExp[] = [];
  /** The address of every request, in order. */
  readonly addresses: string[] = [];
  /** The API calls that were sent: method, path, and the body if {@link readBodies} covers it. */
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

  /** Records the bodies of matching calls from now on. Chromium tells Playwright a `Request`'s body only if it is intercepted. */
  async readBodies(pattern: string): Promise<void> {
    await this.#context.route(pattern, (route) => route.fallback());
  }

  /** The bodies of the calls to a path, in order. {@link readBodies} must cover them. */
  bodiesOf(path: string): unknown[] {
    return this.calls.flatMap((call): unknown[] =>
      call.path === path && call.body !== null ? [JSON.parse(call.body)] : [],
    );
  }

  /** The access token that the page last sent. */
  get token(): string {
    return this.#token;
  }

  /** Allows a complaint of the browser that the test itself brings about. */
  allow(complaint: RegExp): void {
    this.#allowed.push(complaint);
  }

  /** What the browser complained of and the test did not allow: errors, broken security policies, warnings. */
  get unexpected(): string[] {
    return this.#complaints.filter((text) => !this.#allowed.some((complaint) => complaint.test(text)));
  }
}
