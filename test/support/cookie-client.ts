/** Minimal HTTP client that acts as a browser during sign-in: cookies by path, single redirects, and forms. */

interface Cookie {
  readonly value: string;
  readonly path: string;
}

export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly url: string;
  /** Target of the redirect. */
  readonly location: string | undefined;
}

/** Visitor with a cookie jar. */
export class Visitor {
  readonly #cookies = new Map<string, Cookie>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Puts a cookie into the jar, like an attacker who writes requests by hand. */
  put(name: string, value: string): void {
    this.#cookies.set(name, { value, path: '/' });
  }

  get cookieValues(): string[] {
    return [...this.#cookies.values()].map(({ value }) => value);
  }

  get cookieNames(): string[] {
    return [...this.#cookies.keys()];
  }

  #cookieHeader(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
      .map(([name, cookie]) => `${name}=${cookie.value}`)
      .join('; ');
  }

  #store(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      const attribute = (key: string) =>
        attributes.find((each) => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
      const expires = attribute('expires');
      if (value === '' || (expires !== undefined && Date.parse(expires) < Date.now())) this.#cookies.delete(name);
      else this.#cookies.set(name, { value, path: attribute('path') ?? '/' });
    }
  }

  /** Makes one request without following redirects. Sends a form as a browser does. */
  visit(address: string, form?: Readonly<Record<string, string>>): Promise<Visit> {
    return this.#request(address, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) });
  }

  /** Requests JSON, like a script of the portal. */
  askAsScript(address: string): Promise<Visit> {
    return this.#request(address, {}, 'application/json');
  }

  /** Sends JSON to a test endpoint. */
  send(address: string, body: unknown): Promise<Visit> {
    return this.#request(address, { method: 'POST', body: JSON.stringify(body) });
  }

  async #request(address: string, sent: Pick<RequestInit, 'method' | 'body'>, accept = 'text/html'): Promise<Visit> {
    const url = new URL(address, this.#origin);
    const headers = { accept, cookie: this.#cookieHeader(url.pathname) };
    const response = await fetch(url, { redirect: 'manual', headers, ...sent });
    this.#store(response.headers);
    const location = response.headers.get('location') ?? undefined;
    return { status: response.status, headers: response.headers, text: await response.text(), url: url.href, location };
  }

  /** Follows redirects until a page answers, or until the address starts with `stop`, which is not requested. */
  async follow(address: string, stop: string, form?: Readonly<Record<string, string>>): Promise<Visit> {
    let visit = await this.visit(address, form);
    for (let hops = 0; hops < 10 && visit.location !== undefined; hops += 1) {
      if (visit.location.startsWith(stop)) return visit;
      visit = await this.visit(visit.location);
    }
    return visit;
  }
}

/** Returns the attribute `name` of the first element that matches `pattern`. */
export function findAttribute(html: string, pattern: RegExp, name: string): string {
  const [element = ''] = pattern.exec(html) ?? [];
  const [, value] = new RegExp(`\\b${name}="([^"]*)"`).exec(element) ?? [];
  if (value === undefined) throw new Error(`The page has no ${name}`);
  return value.replaceAll('&amp;', '&');
}
