/** The server as a process: `node dist/server/main.js`. */
import { explain } from './explain.ts';
import { log } from './log.ts';
import { type RunningServer, start } from './start.ts';

/** When the server began; a build may have run before it in the same process. */
const began = performance.now();

function stopOn(signal: NodeJS.Signals, running: RunningServer): void {
  process.once(signal, () => {
    log('Stopping.');
    void running.close().then(() => process.exit(0));
  });
}

async function main(): Promise<void> {
  const running = await start({ env: process.env });
  stopOn('SIGTERM', running);
  stopOn('SIGINT', running);
  const answer = await fetch(`http://localhost:${running.env.port}/api/1/time/epoch`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  log(`The portal is at ${running.env.publicUrl} (first answer ${answer.ok ? `after ${seconds} s` : answer.status}).`);
  if (running.demoPeople !== undefined) log(running.demoPeople);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}
