/**
 * `npm run dev`: runs the server, the portal and the flow workbench from source, in one process and on one port. The
 * portal uses hot module replacement; the server restarts when one of its modules changes.
 */
import { join, sep } from 'node:path';
import { createServer, createServerModuleRunner } from 'vite';
import { generate } from './generated.mjs';
import { root } from './sources.mjs';

await generate(['flow-names.json', 'flow-links.json']);
const vite = await createServer({ root, configFile: join(root, 'vite.config.ts'), server: { middlewareMode: true } });
/** The flow workbench, which is started when it is first opened. */
let workbench;
const flows = () =>
  (workbench ??= createServer({
    root: join(root, 'flows'),
    configFile: join(root, 'tools/vite/flows.config.ts'),
    // The portal's own modules are replaced by another port.
    server: { middlewareMode: true, hmr: { port: 24_679 } },
  }));

const middlewares = (request, response, next) => {
  if (!running?.env.hasFlows || !/^\/flows(?:\/|$)/.test(request.url)) vite.middlewares(request, response, next);
  else flows().then((server) => server.middlewares(request, response, next), next);
};

const runner = createServerModuleRunner(vite.environments.ssr);
const say = (line) => process.stdout.write(`${line}\n`);

let running;

async function start() {
  const began = performance.now();
  try {
    const server = await runner.import('/server/start.ts');
    running = await server.start({ env: process.env, viteMiddleware: middlewares });
    say(`The portal is at ${running.env.publicUrl} (${((performance.now() - began) / 1000).toFixed(1)} s).`);
    if (running.demoPeople !== undefined) say(running.demoPeople);
  } catch (error) {
    running = undefined;
    const { explain } = await runner.import('/server/explain.ts');
    say(explain(error));
  }
}

async function stop() {
  await running?.close();
  running = undefined;
}

/** Serializes restarts. Changes during a restart cause one more. */
let restarting = Promise.resolve();
let isPending = false;
function restart() {
  if (isPending) return;
  isPending = true;
  restarting = restarting.then(async () => {
    isPending = false;
    await stop();
    runner.clearCache();
    await start();
  });
}

const ofServer = ['server', 'domain', 'content'].map((folder) => join(root, folder) + sep);
vite.watcher.on('all', (_event, path) => {
  if (ofServer.some((folder) => path.startsWith(folder))) restart();
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await restarting;
    await stop();
    await (await workbench)?.close();
    await vite.close();
    process.exit(0);
  });
}

await start();
// The API description has no examples before.
await generate(['api-examples.json']).catch((error) => say(error.message));
