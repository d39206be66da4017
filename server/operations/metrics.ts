/**
 * Prometheus metrics on a separate port. Labels are route patterns, methods, statuses, call ids and kinds of events,
 * and no personal data. The module is loaded only if `METRICS_PORT` is set.
 */
import { type Server, createServer } from 'node:http';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { ConnectionUse } from '../db/open.ts';
import { signals } from './signals.ts';

/** The sources of the gauges. */
export interface MetricsSources {
  /** Usage of the database connections. Undefined for an embedded database. */
  readonly connections: (() => ConnectionUse) | undefined;
  /** The number of in-flight requests. */
  readonly underWay: () => number;
  /** The number of in-flight submissions of sign-in forms. */
  readonly signInsUnderWay: () => number;
  /** The number of passwords waiting to be verified. */
  readonly passwordsWaiting: () => number;
}

/** Buckets of the duration histogram in seconds, from a cached read to the portal's longest timeout. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const TOO_MANY = 429;

/** The metrics of one server. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #stops: (() => void)[] = [];

  constructor({ connections, underWay, signInsUnderWay, passwordsWaiting }: MetricsSources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    const durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the arrival of a request to the end of its response',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: BUCKETS,
      registers,
    });
    const refusals = new Counter({
      name: 'portal_rate_limit_refusals_total',
      help: 'Requests that were rejected by a rate limit (status 429)',
      labelNames: ['route'] as const,
      registers,
    });
    const submissions = new Counter({
      name: 'portal_submissions_total',
      help: 'Submissions of borrowers by outcome',
      labelNames: ['call', 'outcome'] as const,
      registers,
    });
    const events = new Counter({
      name: 'portal_security_events_total',
      help: 'Security events by their kind',
      labelNames: ['kind'] as const,
      registers,
    });
    const alarms = new Counter({
      name: 'portal_alarms_total',
      help: 'Alarms: the total number of attempts exceeded a limit',
      registers,
    });
    this.#gauge('portal_requests_in_progress', 'Requests in progress, without probes', underWay);
    this.#gauge('portal_sign_ins_in_progress', 'Sign-in forms in progress', signInsUnderWay);
    this.#gauge('portal_passwords_waiting', 'Passwords in the queue for verification', passwordsWaiting);
    if (connections !== undefined) {
      this.#gauge('portal_database_connections_open', 'Connections to the database', () => connections().open);
      this.#gauge('portal_database_connections_idle', 'Idle connections', () => connections().idle);
      this.#gauge('portal_database_waiting', 'Calls waiting for a connection', () => connections().waiting);
    }
    this.#stops.push(
      signals.answered.listen(({ method, route, status, seconds }) => {
        durations.observe({ method, route, status }, seconds);
        if (status === TOO_MANY) refusals.inc({ route });
      }),
      signals.submission.listen((submission) => submissions.inc(submission)),
      signals.securityEvent.listen(({ kind }) => {
        events.inc({ kind });
        if (kind === 'alarm') alarms.inc();
      }),
    );
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.#registry], collect: () => gauge.set(read()) });
  }

  /** Returns all metrics in Prometheus text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Stops counting. */
  stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#registry.clear();
  }
}

/** A running metrics server. */
export interface MetricsServer {
  readonly server: Server;
  close(): Promise<void>;
}

/** Serves the metrics at `/metrics` on a separate address. Resolves when the port is open. */
export function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  sources: MetricsSources,
): Promise<MetricsServer> {
  const metrics = new Metrics(sources);
  const server = createServer((request, response) => {
    const isScrape = request.method === 'GET' && request.url?.split('?', 1)[0] === '/metrics';
    if (!isScrape) {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      metrics.stop();
      reject(error);
    });
    server.listen(port, host, () => {
      resolve({
        server,
        close: () =>
          new Promise((closed) => {
            metrics.stop();
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}
