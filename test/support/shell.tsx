/**
 * Renders the shell around a page with scripted effects, for the stories of header, footer and dialogs and for tests of
 * the shell. It uses the shipped texts, menus and icons.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import * as v from 'valibot';
import { createActor } from 'xstate';
import type { CallSpec } from '#domain/call.ts';
import type { ContentList } from '#domain/portal/content/shapes.ts';
import type { Person, WebAccount } from '#domain/session/identity/shapes.ts';
import { Navigation } from '#domain/portal/navigation.ts';
import { hasPage, routeAt } from '#domain/portal/routes.ts';
import { Icons } from '#domain/portal/shapes.ts';
import { samplePerson } from '#domain/session/identity/samples.ts';
import { sampleConfiguration, sampleFlags } from '#domain/portal/samples.ts';
import { type EffectHandlers, type RunEffect, provideEffects } from '#machines/kit/effect.ts';
import { session } from '#machines/session/session/session.machine.ts';
import { createConfirmations } from '#src/app/session/confirmations.ts';
import { createAccessMemory } from '#src/app/access/access-memory.ts';
import { noUploads } from '#src/app/uploads/use-uploads.ts';
import { createUnreadMessages } from '#src/app/inbox/unread-messages.ts';
import { createUnsaved } from '#src/app/browser/unsaved.ts';
import type { Portal } from '#src/app/portal.ts';
import { PortalProvider } from '#src/start/PortalProvider.tsx';
import { reportPageError } from '#src/app/errors/PageError.tsx';
import { layoutRoute } from '#src/app/shell/layout-route.tsx';
import { ContentSource, IconProvider, PageHeading, Pages, ServicerAddress, ServicerPhone } from '#src/ui/index.ts';
import { createTestRunner } from './runner.ts';
import { loadContent } from './stage.tsx';

export const borrower: Person = samplePerson;
export const payer: Person = { ...samplePerson, role: 'payer', givenName: 'Casey', familyName: 'Quist Family' };
export const impersonator: Person = { ...samplePerson, isImpersonator: true, givenName: 'Frankie' };
export const federal: Person = { ...samplePerson, isFederalIdentity: true, givenName: 'Emery' };

export interface ShellOptions {
  /** Signed-in person; null or undefined for a visitor. */
  readonly person?: Person | null;
  /** Pages by their patterns in the route table; the first one is open. */
  readonly pages?: Readonly<Record<string, ReactNode>>;
  /** Replacements for shipped texts, by `section/name`. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly messages?: ContentList;
  /** Makes requests for managed texts fail. */
  readonly isContentMissing?: boolean;
  /** Makes requests for managed texts never answer. */
  readonly isContentSlow?: boolean;
  /** Simulates a return from the provider without a sign-in. */
  readonly isSignInBroken?: boolean;
  readonly displayGeneric?: boolean;
  readonly webAccount?: WebAccount;
  /** Additional effect handlers for a single test. */
  readonly handlers?: Partial<EffectHandlers>;
}

/** Sample messages as editors may write them: with a string and with a boolean, with and without placeholders. */
export const messages: ContentList = [
  {
    id: 'plans',
    headline: 'Repayment plans have changed',
    message: '<p><a href="/content/help">See which plans there are now</a>.</p>',
    clientThemed: 'false',
    visible: 'true',
  },
  {
    id: 'scams',
    headline: 'A word from {servicer}',
    message: '<p>We never ask for your password. Call {phone}.</p>',
    clientThemed: true,
    visible: true,
  },
  { id: 'hidden', headline: 'Not to be seen', message: '<p>Hidden</p>', clientThemed: false, visible: 'false' },
];

const never = new Promise<never>(() => undefined);
const shipped = async <T,>(name: string, schema: v.GenericSchema<unknown, T>): Promise<T> =>
  v.parse(schema, await (await fetch(`${import.meta.env.BASE_URL}${name}`)).json());

/** Creates a runner that answers the shell's requests to the server and the provider. */
function answering(
  { person = null, isSignInBroken = false, handlers: given }: ShellOptions,
  texts: Portal['loadContent'],
): RunEffect {
  const calls: Readonly<Record<string, (request: unknown) => unknown>> = {
    'content.item': async (request) => {
      const { params } = v.parse(v.object({ params: v.object({ section: v.string(), name: v.string() }) }), request);
      return { data: (await texts(params.section, params.name)) ?? '' };
    },
    'access.facts': () => ({ isVeryDelinquent: false, borrowerActions: [], hasFederalAccount: true, totalDue: 0 }),
    'chat.information': () => ({ chatUrl: 'about:blank' }),
  };
  const make = async ({ id }: CallSpec, request: unknown) => {
    const answer = calls[id];
    if (answer === undefined) throw new Error(`No answer provided for ${id}`);
    return answer(request);
  };
  const handlers: Partial<EffectHandlers> = {
    'session.renew': () => person,
    'session.finishSignIn': () => {
      if (person === null || isSignInBroken) throw new Error('The provider has no session');
      return { person, returnTo: null };
    },
    'session.leaveForSignIn': () => never,
    'session.leaveForSignOut': () => never,
    'idle.measure': () => ({ idleFor: 0 }),
    ...given,
  };
  return createTestRunner(handlers, make);
}

/** Creates a portal with a real shell and test pages. */
export async function createShell(options: ShellOptions): Promise<Portal> {
  const { pages = { '/content/*': <PageHeading>Any page</PageHeading> }, texts = {} } = options;
  const load: Portal['loadContent'] = async (section, name) =>
    options.isContentMissing === true ? undefined : (texts[`${section}/${name}`] ?? loadContent(section, name));
  const run = answering(options, load);
  const actor = createActor(provideEffects(session, run), {
    input: { isReturning: options.isSignInBroken === true, mayBeSignedIn: true },
  });
  const [first = '/'] = Object.keys(pages);
  const { unhandledError } = sampleConfiguration;
  return {
    started: {
      configuration: {
        ...sampleConfiguration,
        unhandledError: { ...unhandledError, displayGeneric: options.displayGeneric === true },
      },
      flags: sampleFlags,
      icons: await shipped('icons.json', Icons),
      navigation: await shipped('navigation.json', Navigation),
      contentVersion: { versionContent: '1', versionLoanInfoContent: '1' },
      buildVersion: '0.1.0',
      clockDifference: 0,
    },
    run,
    session: actor.start(),
    browser: { tab: sessionStorage, userAgent: navigator.userAgent, cookies: () => document.cookie },
    access: createAccessMemory(sessionStorage),
    uploads: noUploads,
    unread: createUnreadMessages(sessionStorage),
    activity: { record: () => undefined, idleFor: () => 0 },
    confirmations: createConfirmations(),
    unsaved: createUnsaved(window),
    getDrafts: () => {
      throw new Error('This test has no drafts');
    },
    router: createMemoryRouter(
      layoutRoute(Object.entries(pages).map(([path, element]) => ({ path, element, handle: routeAt(path) }))),
      { initialEntries: [first.replace('/*', '/help')] },
    ),
    onPopBlocked: () => undefined,
    now: () => new Date('2031-03-02T15:00:00Z'),
    loadContent: options.isContentSlow === true ? () => never : load,
    loadMessages: async () => options.messages ?? [],
    loadWebAccount: async () =>
      options.webAccount ?? { lastName: 'Quist', authorizedPayerFor: 'Avery Bennett', viewingAccountOf: null },
  };
}

/** Renders a portal. */
export function Shown({ portal }: { portal: Portal }) {
  return (
    <PortalProvider portal={portal}>
      <IconProvider icons={portal.started.icons}>
        <ServicerPhone value={portal.started.configuration.servicer.phone}>
          <ServicerAddress value={portal.started.configuration.servicer}>
            <ContentSource value={portal.loadContent}>
              <Pages value={hasPage}>
                <RouterProvider router={portal.router} onError={reportPageError} />
              </Pages>
            </ContentSource>
          </ServicerAddress>
        </ServicerPhone>
      </IconProvider>
    </PortalProvider>
  );
}

/** Renders the shell with these options, for a story. */
export function ShellScene({ options }: { options: ShellOptions }) {
  const [portal, setPortal] = useState<Portal>();
  useEffect(() => {
    const open = async () => setPortal(await createShell(options));
    void open();
  }, [options]);
  return portal === undefined ? null : <Shown portal={portal} />;
}
