/** The server as a process: `node dist/server/main.js`. */
import { explain } from './explain.ts';
import { log, logFormat } from './log.ts';
import type { RunningServer } from './start.ts';

/** When the server began; a build may have run before it in the same process. */
const began = performance.now();

/** How long stopping may take after the delay, in milliseconds: a database that stands still is not waited for. */
const STOP_LIMIT = 15_000;

function stopOn(signal: NodeJS.Signals, running: RunningServer, delaySeconds: number): void {
  process.once(signal, () => {
    log('Stopping.');
    setTimeout(() => process.exit(1), STOP_LIMIT + delaySeconds * 1000).unref();
    void running.close({ delaySeconds }).then(() => process.exit(0));
  });
}

/** How this machine reaches what listens on `host`: on all addresses, on its own as well. */
function addressOn(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The start, without the warning of the sign-in provider on Node 20: the tests run there as well. */
async function quietStart() {
  const { warn } = console;
  // oxlint-disable-next-line no-console -- The provider warns by the console while it is loaded.
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...said);
  };
  try {
    return await import('./start.ts');
  } finally {
    // oxlint-disable-next-line no-console -- As it was before.
    console.warn = warn;
  }
}

async function main(): Promise<void> {
  const { start } = await quietStart();
  const running = await start({ env: process.env });
  stopOn('SIGTERM', running, running.env.shutdownDelay);
  // Somebody at a terminal does not wait for a balancer.
  stopOn('SIGINT', running, 0);
  const { host, port } = running.env;
  const answer = await fetch(`http://${addressOn(host)}:${port}/api/1/time/epoch`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  log(`The portal is at ${running.env.publicUrl} (first answer ${answer.ok ? `after ${seconds} s` : answer.status}).`);
  if (running.outboxNote !== undefined) log(running.outboxNote);
  // A table is for people.
  if (running.demoPeople !== undefined && logFormat() === 'text') log(running.demoPeople);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
