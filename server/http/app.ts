/** The Hono app: the API, its OpenAPI description and the portal's files. It needs no open port. */
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import type { CallSpec } from '#domain/call.ts';
import type { DocumentData } from '#domain/portal/document.ts';
import { loadApiExamples } from './api-examples.ts';
import { apiPage } from './api-page.ts';
import { type AppBindings, Faults } from './faults.ts';
import { type GateDeps, type Handler, errorResponse, handle } from './gate.ts';
import { addCommonHeaders, portalPolicy, serverPagePolicy } from './headers.ts';
import type { Readiness } from '../operations/readiness.ts';
import { addHealth } from './health.ts';
import { addSecurityContact } from './security-contact.ts';
import { addInitialData } from './initial-data.ts';
import { describeApi } from './openapi.ts';
import { methodNotAllowed, notFound, problemResponse } from './problems.ts';
import { ReadyBody } from './ready-body.ts';
import { API_BASE, SETTINGS_FILES } from './routes.ts';
import type { Settings } from './settings.ts';
import { type StaticDeps, createStatic } from './static.ts';
import { sendStylesheet } from './stylesheet.ts';
import { getWireFormat } from '../wire-format.ts';
import { type TestMode, createTestMode } from './test-mode.ts';

/** The dependencies of the app. `Scope` is the context that handlers of a signed-in caller get. */
export interface AppDeps<Scope> {
  readonly calls: readonly CallSpec[];
  /** Returns the handler of a call. Startup fails if a call has none. */
  readonly findHandler: (callId: string) => Handler<Scope> | undefined;
  readonly gate: GateDeps<Scope>;
  readonly settings: Settings;
  readonly publicUrl: string;
  readonly issuer: string;
  /** The ids of the videos that static pages may embed. */
  readonly videoIds: readonly string[];
  /** The live chat's conversation page. */
  readonly chat: Hono;
  /** The folders of the built portal and, if it is served, the flow workbench. */
  readonly folders: { readonly portal: string; readonly flows: string | undefined };
  /** Data embedded in every portal page. */
  readonly documentData: DocumentData;
  /** Additional data for the page at one address. */
  readonly pageData: StaticDeps['pageData'];
  readonly prerenderedPages: StaticDeps['prerenderedPages'];
  readonly authorizationPrefetch: StaticDeps['authorizationPrefetch'];
  readonly readiness: Readiness;
  /** The version of the portal's build; undefined if there is none. */
  readonly version: string | undefined;
  readonly now: () => Date;
  readonly isPage: StaticDeps['isPage'];
  /** Set in test mode only. */
  readonly test?: Omit<TestMode, 'faults'> | undefined;
}

const STYLESHEET = '/api/page.css';

function addCalls<Scope>(app: Hono<AppBindings>, { calls, findHandler, gate }: AppDeps<Scope>, faults: Faults): void {
  const methods = new Map<string, string[]>();
  for (const call of calls) {
    const handler = findHandler(call.id);
    if (handler === undefined) throw new Error(`The call ${call.id} has no handler`);
    // Startup fails if the response has a schema that cannot be encoded.
    getWireFormat(call.response);
    const path = `${API_BASE}${call.path}`;
    app.on(call.method, path, (c) => faults.around(call.id, c, () => handle(call, handler, c, gate)));
    methods.set(path, [...(methods.get(path) ?? []), call.method]);
  }
  for (const [path, allowed] of methods) {
    const refusal = methodNotAllowed(allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed);
    app.all(path, () => problemResponse(refusal));
  }
}

function addDescription(
  app: Hono<AppBindings>,
  { calls, settings, publicUrl, issuer }: Omit<AppDeps<never>, 'gate' | 'findHandler'>,
): void {
  const { name: servicer } = settings.configuration.servicer;
  const describe = async () => describeApi({ calls, publicUrl, issuer, servicer, examples: await loadApiExamples() });
  const write = async () => {
    const description = await describe();
    return {
      json: new ReadyBody(JSON.stringify(description)),
      page: new ReadyBody(String(await apiPage(description, STYLESHEET))),
    };
  };
  // Built on the first request, not at startup.
  let written: ReturnType<typeof write> | undefined;
  const bodies = () => (written ??= write());
  const cacheControl = { 'cache-control': 'no-cache' };
  app.get('/api/openapi.json', async (c) =>
    (await bodies()).json.response(c.req.raw, { 'content-type': 'application/json', ...cacheControl }),
  );
  app.get('/api', async (c) => {
    const headers = { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': serverPagePolicy };
    return (await bodies()).page.response(c.req.raw, { ...headers, ...cacheControl });
  });
  app.get(STYLESHEET, (c) => sendStylesheet(c, 'api'));
}

/** Creates the Hono app. */
export function createApp<Scope>(deps: AppDeps<Scope>): Hono<AppBindings> {
  const {
    settings,
    publicUrl,
    issuer,
    videoIds,
    folders,
    documentData,
    pageData,
    prerenderedPages,
    authorizationPrefetch,
    test,
  } = deps;
  const app = new Hono<AppBindings>();
  const faults = new Faults(test?.journeys);

  app.use(addCommonHeaders(publicUrl));
  addHealth(app, deps.readiness, deps.version);
  addSecurityContact(app, { address: settings.configuration.servicer.email, publicUrl, now: deps.now });
  if (test !== undefined) app.use(test.journeys.middleware);
  app.use(compress());

  addCalls(app, deps, faults);
  addInitialData(app);
  addDescription(app, deps);
  for (const name of SETTINGS_FILES) {
    const body = new ReadyBody(JSON.stringify(settings.files[name]));
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
    app.get(`/${name}`, (c) => body.response(c.req.raw, headers));
  }
  if (test !== undefined) app.route('/', createTestMode({ ...test, faults }));
  app.all('/api/*', () => problemResponse(notFound()));
  app.route('/', deps.chat);
  app.route(
    '/',
    createStatic({
      ...folders,
      configuration: settings.configuration,
      documentData,
      pageData,
      isPage: deps.isPage,
      prerenderedPages,
      authorizationPrefetch,
      getPolicy: (inlineScripts) =>
        portalPolicy({
          publicUrl,
          issuer,
          videoIds,
          chatUrl: settings.configuration.chat.url,
          scripts: settings.configuration.scripts,
          inlineScripts: [
            ...(authorizationPrefetch === undefined ? [] : [authorizationPrefetch.source]),
            ...inlineScripts,
          ],
        }),
    }),
  );

  app.notFound(() => problemResponse(notFound()));
  app.onError((thrown, c) => errorResponse('a request', thrown, !['GET', 'HEAD'].includes(c.req.method)));
  return app;
}
