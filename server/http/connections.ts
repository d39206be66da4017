/** Limits on TCP connections, so that one client cannot use up all that the server accepts. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { log } from '../log.ts';
import { subscriberOf } from './source.ts';

/** Time limits of a connection in milliseconds, and how many connections there may be. */
export interface ConnectionLimits {
  /** Until the head of a request has arrived, and until all of it has. */
  readonly headers: number;
  readonly request: number;
  /** How often the server looks for connections that exceed these limits. */
  readonly check: number;
  /** Until the client reads or writes again: a client that doesn't read its answer is disconnected. */
  readonly idle: number;
  /** Connections in total. */
  readonly connections: number;
  /** Connections of one subscriber: an IPv4 address, or the /64 network of an IPv6 address. */
  readonly perSubscriber: number;
}

/**
 * `request` is a little more than the time that the portal waits for the answer to an upload (`TIME_LIMITS.upload`), and `idle` a
 * little more than that. Browsers open six connections, so `perSubscriber` lets 40 people share one address.
 */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 15_000,
  request: 125_000,
  check: 5000,
  idle: 130_000,
  connections: 2000,
  perSubscriber: 250,
};

/** How long a closing connection may take to deliver the last answer, in milliseconds. */
const LINGER = 1000;

/**
 * Writes the last answer of a connection and closes it. Destroys the socket after {@link LINGER}: a client that neither reads nor
 * closes would keep it open for ever. (Destroying it at once would discard an answer that is on its way.)
 */
export function endSocket(socket: Duplex, answer: string): void {
  socket.end(answer);
  const timer = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.once('close', () => clearTimeout(timer));
}

/**
 * Applies the limits to a server. The limit per subscriber holds only without proxies in front: behind one, all connections come
 * from its address, and the limit is the proxy's task.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, hasProxies: boolean): void {
  server.maxConnections = limits.connections;
  server.setTimeout(limits.idle);
  if (hasProxies) return;
  const open = new Map<string, number>();
  /** Subscribers whose refusal is in the log: a flood of connections must not flood the log. */
  const logged = new Set<string>();
  server.on('connection', (socket) => {
    const subscriber = subscriberOf(socket.remoteAddress ?? '');
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
