/**
 * Runs of the access machine. The run for the first page starts before rendering, since the data that it needs are in
 * flight.
 */
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import type { Person } from '#domain/session/identity/shapes.ts';
import { type PortalRoute, findRoute } from '#domain/portal/routes.ts';
import { type AccessInput, access } from '#machines/session/access/access.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { inspected } from '../inspection/inspection.ts';
import type { RouterParts } from '../page/use-router.ts';
import type { StartedParts } from '../page/use-started.ts';
import type { SessionParts } from '../session/use-session.ts';
import { type AccessMemory, hasSplashCookie } from './access-memory.ts';

/** A run of the access machine. */
export type AccessCheck = ActorRefFrom<typeof access>;

/** The inputs of the access check besides the route and the person. */
export interface CheckDeps extends Pick<StartedParts, 'started'>, Pick<RouterParts, 'browser'> {
  readonly access: AccessMemory;
}

/** Returns the key of an access check: a different route or person needs a new run. */
export const toCheckKey = (route: PortalRoute | undefined, person: Person | null): string =>
  `${route?.path ?? '*'} ${person?.webAccountId ?? ''}`;

/** Returns the input of the access machine for a route and a person. */
export function checkInputFor(
  { started, access: memory, browser }: CheckDeps,
  route: PortalRoute | undefined,
  person: Person | null,
): AccessInput {
  const { configuration, flags } = started;
  const webAccountId = person?.webAccountId;
  return {
    route,
    person,
    flags,
    keepsAccounts: configuration.signIn.keepsAccounts,
    captivePages: configuration.captivePages,
    hasSeenPastDue: memory.hasSeenPastDue(webAccountId),
    hasSplashCookie: hasSplashCookie(browser.cookies(), webAccountId, configuration.splashCookieValues),
    ...memory.getKnowledge(webAccountId),
  };
}

/** The run of the first page. */
export interface FirstCheck {
  /** Returns the run, once, if it is for the same route and person. */
  take(key: string): AccessCheck | undefined;
  /** Settles when it has decided, has failed, or is not needed. */
  readonly decided: Promise<void>;
}

/**
 * Starts the check for the first page as soon as the person is known. After a sign-in that returns to another address,
 * there is no first check.
 */
export function startFirstCheck(
  portal: CheckDeps & Pick<StartedParts, 'run'> & Pick<SessionParts, 'session'> & Pick<RouterParts, 'router'>,
): FirstCheck {
  let first: { readonly key: string; readonly check: AccessCheck } | undefined;
  const decide = async () => {
    const { context } = await waitFor(portal.session, (state) => !state.hasTag('busy'));
    if (context.returnTo !== null) return;
    const route = findRoute(portal.router.state.location.pathname);
    const check = createActor(provideEffects(access, portal.run), {
      input: checkInputFor(portal, route, context.person),
      ...inspected(),
    });
    first = { key: toCheckKey(route, context.person), check };
    check.start();
    await waitFor(check, (state) => !state.hasTag('busy'));
  };
  return {
    take(key) {
      const { check } = first?.key === key ? first : {};
      if (check !== undefined) first = undefined;
      return check;
    },
    decided: decide().catch(() => undefined),
  };
}
