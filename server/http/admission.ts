/**
 * Limits the requests under way, so that one client cannot occupy the server. Node starts all pipelined requests of a
 * connection at once, and does not stop the work when the client hangs up.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { log } from '../log.ts';
import { whenOver } from './when-over.ts';

/** Maximum numbers of requests under way. */
export interface RequestLimits {
  /** Started requests per connection. Further pipelined ones wait. */
  readonly perConnection: number;
  /** Requests per subscriber, with the waiting ones. Behind proxies, the forwarded address counts. */
  readonly perSource: number;
  /** All requests, with the waiting ones. */
  readonly total: number;
  /** Delay of a timer in milliseconds above which the event loop is late. */
  readonly lag: number;
  /** How long the event loop must be late until requests are refused, in milliseconds. */
  readonly lagFor: number;
}

/** The default limits. A browser has up to six requests under way, so `perSource` allows ten people behind one address. */
export const REQUEST_LIMITS: RequestLimits = { perConnection: 8, perSource: 64, total: 256, lag: 500, lagFor: 2000 };

/** Interval of the timer that measures the event loop, and the time between two log lines, in milliseconds. */
const MEASURED_EVERY = 250;
const LOGGED_EVERY = 10_000;

/** Measures whether the event loop is late for longer than `lagFor`. A single long task is no reason to refuse requests. */
class LoopLag {
  #lateSince: number | undefined;
  readonly #limits: Pick<RequestLimits, 'lag' | 'lagFor'>;
  readonly #timer: NodeJS.Timeout;

  constructor(limits: Pick<RequestLimits, 'lag' | 'lagFor'>) {
    this.#limits = limits;
    let expected = performance.now() + MEASURED_EVERY;
    this.#timer = setInterval(() => {
      const now = performance.now();
      if (now - expected <= limits.lag) this.#lateSince = undefined;
      else this.#lateSince ??= now;
      expected = now + MEASURED_EVERY;
    }, MEASURED_EVERY).unref();
  }

  get isLate(): boolean {
    return this.#lateSince !== undefined && performance.now() - this.#lateSince > this.#limits.lagFor;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

interface Connection {
  /** Requests that have started, and those that wait for them. */
  started: number;
  readonly waiting: (() => void)[];
  /** Whether a pipelined request was refused, so that the connection closes after the response to it. */
  isClosing: boolean;
}

/**
 * The decision on a request. `refused` requests get 503; after `refusedLast` the connection must be closed; `ignored`
 * requests follow such a request on their connection.
 */
export type Admitted = 'admitted' | 'refused' | 'refusedLast' | 'ignored';

/** Runs one piece of work in each turn of the event loop, in rotation between the clients. */
class Rotation {
  readonly #work = new Map<string, (() => void)[]>();

  add(client: string, work: () => void): void {
    if (this.#work.size === 0) setImmediate(this.#next);
    const own = this.#work.get(client);
    if (own === undefined) this.#work.set(client, [work]);
    else own.push(work);
  }

  readonly #next = (): void => {
    const [first] = this.#work;
    if (first === undefined) return;
    const [client, [work, ...others]] = first;
    this.#work.delete(client);
    if (others.length > 0) this.#work.set(client, others);
    if (this.#work.size > 0) setImmediate(this.#next);
    work?.();
  };
}

/** Counts the requests under way and starts those that are within the limits. */
export class Admission {
  readonly #limits: RequestLimits;
  readonly #lag: LoopLag;
  readonly #perSource = new Map<string, number>();
  readonly #connections = new WeakMap<Socket, Connection>();
  /** Admitted requests. Between two of them the server notices closed connections and requests of other clients. */
  readonly #rotation = new Rotation();
  #total = 0;
  #refused = 0;
  #loggedAt = -LOGGED_EVERY;

  constructor(limits: RequestLimits) {
    this.#limits = limits;
    this.#lag = new LoopLag(limits);
  }

  /**
   * Starts a request within the limits, unless its client hangs up before. `source` is the client's subscriber, undefined
   * if it is unknown.
   */
  admit(request: IncomingMessage, response: ServerResponse, source: string | undefined, start: () => void): Admitted {
    const { socket } = request;
    const connection = this.#connections.get(socket) ?? { started: 0, waiting: [], isClosing: false };
    this.#connections.set(socket, connection);
    if (connection.isClosing) return 'ignored';
    const ofSource = source === undefined ? 0 : (this.#perSource.get(source) ?? 0);
    const reason = this.#reasonToRefuse(ofSource);
    if (reason !== undefined) {
      this.#logRefusal(reason, source);
      connection.isClosing = connection.started > 0;
      return connection.isClosing ? 'refusedLast' : 'refused';
    }
    this.#total += 1;
    if (source !== undefined) this.#perSource.set(source, ofSource + 1);
    let state: 'waiting' | 'started' | 'over' = 'waiting';
    const begin = () => {
      if (state === 'over') return;
      state = 'started';
      connection.started += 1;
      this.#rotation.add(source ?? '', () => {
        if (state === 'started') start();
      });
    };
    whenOver(request, response, () => {
      if (state === 'started') connection.started -= 1;
      state = 'over';
      this.#total -= 1;
      this.#release(source);
      if (!socket.destroyed) this.#continue(connection);
    });
    connection.waiting.push(begin);
    this.#continue(connection);
    return 'admitted';
  }

  #reasonToRefuse(ofSource: number): string | undefined {
    if (this.#total >= this.#limits.total) return `${this.#total} requests are under way`;
    if (ofSource >= this.#limits.perSource) return `${ofSource} requests of one address are under way`;
    return this.#lag.isLate ? 'the event loop is late' : undefined;
  }

  #continue({ waiting, started }: Connection): void {
    for (let free = this.#limits.perConnection - started; free > 0 && waiting.length > 0; free -= 1)
      waiting.shift()?.();
  }

  #release(source: string | undefined): void {
    if (source === undefined) return;
    const left = (this.#perSource.get(source) ?? 1) - 1;
    if (left > 0) this.#perSource.set(source, left);
    else this.#perSource.delete(source);
  }

  /** Logs refusals once in a while: a flood of requests must not flood the log. */
  #logRefusal(reason: string, source: string | undefined): void {
    this.#refused += 1;
    const now = performance.now();
    if (now - this.#loggedAt < LOGGED_EVERY) return;
    this.#loggedAt = now;
    log(`requests get 503, because ${reason}`, { address: source, refused: this.#refused }, 'warn');
    this.#refused = 0;
  }

  /** Stops measuring the event loop. */
  stop(): void {
    this.#lag.stop();
  }
}
