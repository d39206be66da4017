/**
 * Runs of the access machine. The run for the first page starts before rendering, since the data that it needs are in
 * flight.
 */
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import type { Person } from '#domain/session/identity/shapes.ts';
import { type PortalRoute, routeOf } from '#domain/portal/routes.ts';
import { type AccessInput, access } from '#machines/session/access/access.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { inspected } from '../inspection/inspection.ts';
import type { RouterParts } from '../page/use-router.ts';
import type { StartedParts } from '../page/use-started.ts';
import type { SessionParts } from '../session/use-session.ts';
import { type AccessMemory, hasSplashCookie } from './access-memory.ts';

/** A run of the access machine. */
export type Guard = ActorRefFrom<typeof access>;

/** What decides on access, besides the route and the person. */
export interface GuardFacts extends Pick<StartedParts, 'started'>, Pick<RouterParts, 'browser'> {
  readonly access: AccessMemory;
}

/** Returns the key of a guard run: a different route or person needs a new run. */
export const guardKeyOf = (route: PortalRoute | undefined, person: Person | null): string =>
  `${route?.path ?? '*'} ${person?.webAccountId ?? ''}`;

/** Returns the input of the guard machine for a route and a person. */
export function guardInputFor(
  { started, access: memory, browser }: GuardFacts,
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
    ...memory.knownOf(webAccountId),
  };
}

/** The run of the first page. */
export interface FirstGuard {
  /** Returns the run, once, if it is for the same route and person. */
  take(key: string): Guard | undefined;
  /** Settles when it has decided, has failed, or is not needed. */
  readonly decided: Promise<void>;
}

/**
 * Starts the guard for the first page as soon as the person is known. After a sign-in that returns to another address,
 * there is no first guard.
 */
export function startFirstGuard(
  portal: GuardFacts & Pick<StartedParts, 'run'> & Pick<SessionParts, 'session'> & Pick<RouterParts, 'router'>,
): FirstGuard {
  let first: { readonly key: string; readonly guard: Guard } | undefined;
  const decide = async () => {
    const { context } = await waitFor(portal.session, (state) => !state.hasTag('busy'));
    if (context.returnTo !== null) return;
    const route = routeOf(portal.router.state.location.pathname);
    const guard = createActor(provideEffects(access, portal.run), {
      input: guardInputFor(portal, route, context.person),
      ...inspected(),
    });
    first = { key: guardKeyOf(route, context.person), guard };
    guard.start();
    await waitFor(guard, (state) => !state.hasTag('busy'));
  };
  return {
    take(key) {
      const { guard } = first?.key === key ? first : {};
      if (guard !== undefined) first = undefined;
      return guard;
    },
    decided: decide().catch(() => undefined),
  };
}
