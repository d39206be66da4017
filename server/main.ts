/** Entry point of the server process: `node dist/server/main.js`. */
import { explain } from './explain.ts';
import { log, logFormat } from './log.ts';
import type { RunningServer } from './start.ts';

/** Start time of the server. A build may have run earlier in the same process. */
const began = performance.now();

/**
 * Maximum duration of shutdown after the delay, in milliseconds. Shutdown does not wait for an unresponsive database.
 */
const STOP_LIMIT = 15_000;

function stopOn(signal: NodeJS.Signals, running: RunningServer, delaySeconds: number): void {
  process.once(signal, () => {
    log('Stopping.');
    setTimeout(() => process.exit(1), STOP_LIMIT + delaySeconds * 1000).unref();
    void running.close({ delaySeconds }).then(() => process.exit(0));
  });
}

/** Returns the host name by which this machine can reach a server that listens on `host`. */
function addressOn(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Imports the server without the sign-in provider's warning about Node 20, on which tests also run. */
async function quietStart() {
  const { warn } = console;
  // oxlint-disable-next-line no-console -- The provider logs its warning on import.
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...said);
  };
  try {
    return await import('./start.ts');
  } finally {
    // oxlint-disable-next-line no-console -- Restores the original function.
    console.warn = warn;
  }
}

async function main(): Promise<void> {
  const { start } = await quietStart();
  const running = await start({ env: process.env });
  stopOn('SIGTERM', running, running.env.shutdownDelay);
  // An interactive user should not wait for a load balancer.
  stopOn('SIGINT', running, 0);
  const { host, port } = running.env;
  const answer = await fetch(`http://${addressOn(host)}:${port}/api/1/time/epoch`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  log(
    `The portal is at ${running.env.publicUrl} (first response ${answer.ok ? `after ${seconds} s` : answer.status}).`,
  );
  if (running.outboxNote !== undefined) log(running.outboxNote);
  // The table is for terminals only.
  if (running.demoPeople !== undefined && logFormat() === 'text') log(running.demoPeople);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
