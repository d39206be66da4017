/** Where a request comes from, for counting tries and for the record of security events. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/** What of a request says where it comes from. */
export type SourceFacts = Pick<IncomingMessage, 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter((group) => group !== ''));
  const gap = after === undefined ? 0 : 8 - (head?.length ?? 0) - (tail?.length ?? 0);
  return [...(head ?? []), ...Array.from({ length: gap }, () => '0'), ...(tail ?? [])];
}

/** One name for one subscriber: an IPv4 address whole, of an IPv6 address the first half, of which each has many. */
export function subscriberOf(address: string): string | undefined {
  const plain = address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return undefined;
  const canonical = new URL(`http://[${plain.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  return `${groupsOf(canonical).slice(0, 4).join(':')}::/64`;
}

/**
 * The network address that a request comes from; undefined where nobody knows. `proxies` is how many proxies of our own stand in
 * front: each adds the address that it saw to `X-Forwarded-For`, and what stands before those anybody may have written.
 */
export function sourceOf(request: SourceFacts | undefined, proxies: number): string | undefined {
  if (request === undefined) return undefined;
  const header = request.headers['x-forwarded-for'] ?? '';
  const forwarded = [header].flat().join(',').split(',');
  const seen = [...forwarded.filter((each) => each.trim() !== ''), request.socket.remoteAddress ?? ''];
  return subscriberOf(seen.at(-1 - proxies) ?? seen[0] ?? '');
}

const present = new AsyncLocalStorage<string | undefined>();

/** Answers a request of that source, for what is far from the request and limits what one source may do. */
export const withSource = <T>(source: string | undefined, answer: () => T): T => present.run(source, answer);

/** The source of the present request; undefined outside of {@link withSource}, and where nobody knows. */
export const currentSource = (): string | undefined => present.getStore();
