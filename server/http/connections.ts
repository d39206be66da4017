/** Limits on TCP connections, so that one client cannot exhaust the server's connections. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { log } from '../log.ts';
import { toSubscriber } from './source.ts';

/** Timeouts in milliseconds, and maximum numbers of connections. */
export interface ConnectionLimits {
  /** Timeouts for receiving the request headers and the complete request. */
  readonly headers: number;
  readonly request: number;
  /** Interval at which the server checks for expired connections. */
  readonly check: number;
  /** Inactivity timeout. It also disconnects clients that do not read the response. */
  readonly idle: number;
  /** Maximum number of open connections. */
  readonly connections: number;
  /** Maximum number of open connections per subscriber: an IPv4 address or an IPv6 /64 network. */
  readonly perSubscriber: number;
}

/**
 * The default limits. `request` is slightly longer than the portal's upload timeout (`TIME_LIMITS.upload`), and `idle`
 * is slightly longer than `request`. A browser opens up to six connections, so `perSubscriber` allows 40 people behind
 * one address.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 15_000,
  request: 125_000,
  check: 5000,
  idle: 130_000,
  connections: 2000,
  perSubscriber: 250,
};

/** Time to deliver the last response on a closing connection, in milliseconds. */
const LINGER = 1000;

/**
 * Writes a final response and closes the connection. Destroys the socket after {@link LINGER} if the client does not
 * close it; destroying it immediately could discard the response.
 */
export function endSocket(socket: Duplex, answer: string): void {
  socket.end(answer);
  const timer = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Applies the limits to a server. The limit per subscriber applies only if the server has no proxies in front of it:
 * behind a proxy, all connections share the proxy's address, and the proxy has to limit its clients.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, hasProxies: boolean): void {
  server.maxConnections = limits.connections;
  server.setTimeout(limits.idle);
  if (hasProxies) return;
  const open = new Map<string, number>();
  /** Subscribers whose rejection has been logged. A flood of connections must not flood the log. */
  const logged = new Set<string>();
  server.on('connection', (socket) => {
    const subscriber = toSubscriber(socket.remoteAddress ?? '');
    if (subscriber === undefined) return;
    const count = open.get(subscriber) ?? 0;
    if (count >= limits.perSubscriber) {
      if (!logged.has(subscriber)) log(`${subscriber} has ${count} connections; further ones are refused`, {}, 'warn');
      logged.add(subscriber);
      socket.destroy();
      return;
    }
    open.set(subscriber, count + 1);
    socket.once('close', () => {
      const left = (open.get(subscriber) ?? 1) - 1;
      if (left > 0) open.set(subscriber, left);
      else {
        open.delete(subscriber);
        logged.delete(subscriber);
      }
    });
  });
}
