/** The liveness probe `/healthz` and the readiness probe `/readyz` for load balancers and orchestrators. */
import type { Hono } from 'hono';
import type { Readiness } from '../operations/readiness.ts';
import type { AppBindings } from './faults.ts';
import { methodNotAllowed, problemResponse } from './problems.ts';
import { HEALTH_PATH, READINESS_PATH } from './routes.ts';

const HEADERS = { 'cache-control': 'no-store' };

/** Adds both probes to the app. `version` is that of the portal's build; undefined if there is none. */
export function addHealth(app: Hono<AppBindings>, readiness: Readiness, version: string | undefined): void {
  app.get(HEALTH_PATH, (c) => c.json({ status: 'ok', version }, 200, HEADERS));
  app.get(READINESS_PATH, async (c) => {
    const report = await readiness.report();
    return c.json(report, report.status === 'ready' ? 200 : 503, HEADERS);
  });
  const refusal = methodNotAllowed(['GET', 'HEAD']);
  for (const path of [HEALTH_PATH, READINESS_PATH]) app.all(path, () => problemResponse(refusal));
}
