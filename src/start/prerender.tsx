/**
 * Renders a page as HTML for a visitor, or the frame of a page for signed-in users, from the data in the document. The
 * build bundles this file for the server (`tools/vite/prerender.config.ts`). It uses the portal's own components, whose calls
 * resolve from this data only.
 */
import { renderToString } from 'react-dom/server';
import { type RouteObject, createMemoryRouter } from 'react-router-dom';
import * as v from 'valibot';
import { type Snapshot, createActor, waitFor } from 'xstate';
import { buildUrl } from '#domain/call.ts';
import { isFlagEnabled } from '#domain/portal/content/rules.ts';
import { portal as portalCalls } from '#domain/portal/calls.ts';
import type { DocumentData } from '#domain/portal/document.ts';
import { Navigation } from '#domain/portal/navigation.ts';
import type { Prerender } from '#domain/portal/prerendering.ts';
import { type PortalRoute, findRoute } from '#domain/portal/routes.ts';
import { Configuration, FeatureFlags, Icons } from '#domain/portal/shapes.ts';
import { type RunEffect, nameOfEffect, provideEffects } from '#machines/kit/effect.ts';
import { session } from '#machines/session/session/session.machine.ts';
import type { Started } from '#machines/portal/startup/startup.machine.ts';
import { CallError } from '../api/client.ts';
import { TextSanitizer } from '../ui/index.ts';
import { sanitizeWithoutBrowser } from '../ui/content/sanitize-without-browser.ts';
import { StartedPortal } from './StartedPortal.tsx';
import { createAccessMemory } from '../app/access/access-memory.ts';
import { createUnsaved } from '../app/browser/unsaved.ts';
import type { FlowHost } from '../app/flow/flow-host.ts';
import { noUploads } from '../app/uploads/use-uploads.ts';
import { createUnreadMessages } from '../app/inbox/unread-messages.ts';
import { createLoaders } from '../app/content/loaders.ts';
import { loadPage } from './page-files.ts';
import { createContentLoader } from '../app/content/content-loader.ts';
import { createConfirmations } from '../app/session/confirmations.ts';
import type { Portal } from '../app/portal.ts';
import { toRouteObject } from './routes.tsx';
import { createActivity } from '../app/session/activity.ts';
import { layoutRoute } from '../app/shell/layout-route.tsx';
import { toPrerenderedHtml } from '../app/first-load/prerendered-html.ts';

/** The time limit for the first render, in milliseconds. It only waits for data that are already present. */
const RENDER_TIMEOUT = 2_000;

/** Switches of managed content that change a visitor's page. */
const SWITCHES = ['disabled-mma-enabled', 'auth-service-down'] as const;

/** A storage that stores nothing, as for a visitor. */
const emptyStorage: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  clear: () => undefined,
};

const Part = v.union([v.string(), v.number(), v.boolean()]);
const Request = v.object({
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  query: v.optional(v.record(v.string(), v.optional(Part))),
});

/** Resolves a page's calls from the data, with the same schemas as in the browser. */
interface Answering {
  readonly run: RunEffect;
  /** Returns whether a call requested data that are missing. */
  readonly hasFailed: () => boolean;
}

function answering({ answers }: DocumentData): Answering {
  let hasFailed = false;
  const run: RunEffect = async (effect, input) => {
    // The session is unknown here: the browser shows a frame while it requests the session.
    if (nameOfEffect(effect) === 'session.renew') return new Promise(() => undefined);
    const { params, query } = v.parse(Request, input);
    const answer =
      effect.kind === 'call'
        ? v.safeParse(effect.call.response, answers[buildUrl(effect.call, params, query)])
        : undefined;
    if (answer?.success === true) return answer.output;
    hasFailed = true;
    throw new CallError({ kind: 'noAnswer' });
  };
  return { run, hasFailed: () => hasFailed };
}

/** Returns the data that the startup machine reads in a browser. */
function startedFrom({ files, answers }: DocumentData): Started {
  const configuration = v.parse(Configuration, files['config.json']);
  const ids = { clientId: configuration.clientId, appId: configuration.applicationId };
  return {
    configuration,
    flags: v.parse(FeatureFlags, files['feature-flags.json']),
    icons: v.parse(Icons, files['icons.json']),
    navigation: v.parse(Navigation, files['navigation.json']),
    contentVersion: v.parse(portalCalls.contentVersion.response, answers[buildUrl(portalCalls.contentVersion, ids)]),
    buildVersion: v.parse(v.optional(v.string(), ''), files['build-version.txt']).trim(),
    clockDifference: 0,
  };
}

/** Flows start in the state that they reach with the data. The renderer waits for these states between two renders. */
function createStates() {
  const reached = new Map<string, Snapshot<unknown>>();
  let reaching: Promise<void>[] = [];
  const getInitialState: NonNullable<FlowHost['getInitialState']> = (machine, input) => {
    const known = reached.get(machine.id);
    if (known !== undefined) return known;
    const reach = async () => {
      const actor = createActor(machine, { input }).start();
      await waitFor(actor, (state) => !state.hasTag('busy'), { timeout: RENDER_TIMEOUT });
      reached.set(machine.id, actor.getPersistedSnapshot());
      actor.stop();
    };
    reaching.push(reach());
    return undefined;
  };
  /** Waits for the states that the last render lacked. Returns false if none was missing. */
  const arrive = async (): Promise<boolean> => {
    const waited = reaching;
    reaching = [];
    await Promise.all(waited);
    return waited.length > 0;
  };
  return { getInitialState, arrive };
}

const isFramed = ({ audience }: PortalRoute): boolean => audience === 'signedIn';

/** Returns the route object of the page, whose code has been loaded. A frame renders nothing of its page. */
const pageIn = (row: PortalRoute): RouteObject =>
  isFramed(row) ? { path: row.path, handle: row, element: null } : toRouteObject(row);

/**
 * Creates a portal in a browser without storage, for a visitor or, in a frame, for a person whose session is still
 * unknown.
 */
function portalAt(
  data: DocumentData,
  { path: address, row }: { readonly path: string; readonly row: PortalRoute },
  { run, now, getInitialState }: Pick<Portal, 'run' | 'now' | 'getInitialState'>,
): Portal {
  const started = startedFrom(data);
  const access = createAccessMemory(emptyStorage);
  access.select(undefined, { isOpen: true, borrowerActions: null, facts: null });
  return {
    started,
    run,
    browser: { tab: emptyStorage, userAgent: '', cookies: () => '' },
    confirmations: createConfirmations(),
    session: createActor(provideEffects(session, run), {
      input: { isReturning: false, mayBeSignedIn: isFramed(row) },
    }).start(),
    router: createMemoryRouter(layoutRoute([pageIn(row)]), { initialEntries: [address] }),
    onPopBlocked: () => undefined,
    access,
    uploads: noUploads,
    unread: createUnreadMessages(emptyStorage),
    activity: createActivity(emptyStorage, () => now().getTime()),
    getDrafts: (webAccountId, create) => create({ storage: emptyStorage, run, webAccountId }),
    unsaved: createUnsaved({ addEventListener: () => undefined, removeEventListener: () => undefined }),
    now,
    loadContent: createContentLoader(run, started, row.sections),
    ...createLoaders(run, started),
    getInitialState,
  };
}

const draw = (portal: Portal): string =>
  renderToString(
    <TextSanitizer value={sanitizeWithoutBrowser}>
      <StartedPortal portal={portal} />
    </TextSanitizer>,
  );

/**
 * Prerenders the page at an address. Returns undefined if visitors have no access or cannot sign in, or if the page is
 * not ready.
 */
export const prerender: Prerender = async (data, address, now) => {
  const row = findRoute(address);
  if (row?.page === undefined) return undefined;
  const isFrame = isFramed(row);
  if (!isFrame) await loadPage(row.page);
  const { getInitialState, arrive } = createStates();
  const { run, hasFailed } = answering(data);
  const portal = portalAt(data, { path: address, row }, { run, now: () => now, getInitialState });
  try {
    const switches = await Promise.all(SWITCHES.map((name) => portal.loadContent('globalsite', name)));
    if (switches.some(isFlagEnabled)) return undefined;
    await portal.loadMessages();
    let html = draw(portal);
    while (await arrive()) html = draw(portal);
    return hasFailed() ? undefined : toPrerenderedHtml(html, { isFrame });
  } finally {
    portal.router.dispose();
    portal.session.stop();
  }
};
