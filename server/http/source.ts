/** Identifies the source of a request, for rate limits and the audit log. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/** The parts of a request that identify its source. */
export type SourceRequest = Pick<IncomingMessage, 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/** Returns the eight groups of an IPv6 address. */
function toGroups(address: string): string[] {
  const [before = '', after] = address.split('::');
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const gap = after === undefined ? 0 : 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  return [...(head ?? []), ...Array.from({ length: gap }, () => '0'), ...(tail ?? [])];
}

/**
 * Returns an identifier for a subscriber: the full IPv4 address, or the /64 network of an IPv6 address, because each
 * subscriber has many IPv6 addresses.
 */
export function toSubscriber(address: string): string | undefined {
  const plain = address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return undefined;
  const canonical = new URL(`http://[${plain.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  return `${toGroups(canonical).slice(0, 4).join(':')}::/64`;
}

/**
 * Returns the network address of the client, or undefined if it is unknown. `proxies` is the number of trusted proxies
 * in front of the server. Each of them appends the address of its client to `X-Forwarded-For`; clients can forge the
 * entries before those.
 */
export function getSource(request: SourceRequest | undefined, proxies: number): string | undefined {
  if (request === undefined) return undefined;
  const header = request.headers['x-forwarded-for'] ?? '';
  const forwarded = [header].flat().join(',').split(',');
  const seen = [...forwarded.filter((each) => each.trim() !== ''), request.socket.remoteAddress ?? ''];
  return toSubscriber(seen.at(-1 - proxies) ?? seen[0] ?? '');
}

const present = new AsyncLocalStorage<string | undefined>();

/** Runs a handler (`answer`) with `source` as the current source, for rate limits in code that has no access to the request. */
export const withSource = <T>(source: string | undefined, answer: () => T): T => present.run(source, answer);

/** Returns the source of the current request. Undefined outside of {@link withSource} and for unknown sources. */
export const currentSource = (): string | undefined => present.getStore();
