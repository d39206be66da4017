/** The flow workbench at `/flows`: served with a separate content security policy, or not served. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '#test/support/server.ts';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-flows-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>Flows</title>');
  await writeFile(join(folder, 'assets/index-abc123.js'), 'export {};');
  server = await startTestServer({}, undefined, { flows: folder });
}, 120_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the flow workbench', () => {
  it('is served with a policy that lets nothing in from elsewhere', async () => {
    const response = await server.app.request('/flows/');
    expect([response.status, await response.text()]).toEqual([200, '<title>Flows</title>']);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; worker-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types flows-worker");
    expect(policy).not.toMatch(/https?:|unsafe|\*/);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('keeps its files for good, and has no page in place of one that is missing', async () => {
    const script = await server.app.request('/flows/assets/index-abc123.js');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect((await server.app.request('/flows/assets/missing.js')).status).toBe(404);
  });

  it('is found without its slash', async () => {
    const response = await server.app.request('/flows');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/flows/']);
  });

  it('is not served if the setting disables it', async () => {
    const other = await startTestServer({ PORTAL_FLOWS: '0' }, undefined, { flows: folder });
    expect((await other.app.request('/flows/')).status).toBe(404);
    expect((await other.app.request('/flows')).status).toBe(404);
    await other.close();
  }, 120_000);
});
