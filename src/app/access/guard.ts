/** Runs of the access machine. The one of the first page is started before anything is drawn, since all that it asks is under way. */
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import type { Person } from '#domain/identity/shapes.ts';
import { type PortalRoute, routeOf } from '#domain/portal/routes.ts';
import { type AccessInput, access } from '#machines/access/access.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import type { Portal } from '../portal.ts';
import { hasSplashCookie } from './access-memory.ts';

/** A run of the access machine. */
export type Guard = ActorRefFrom<typeof access>;

/** Whom and what a run is about: another route or person needs another. */
export const guardKeyOf = (route: PortalRoute | undefined, person: Person | null): string =>
  `${route?.path ?? '*'} ${person?.webAccountId ?? ''}`;

/** What the machine is told of a route and a person. */
export function guardInputFor(
  { started, access: memory, browser }: Pick<Portal, 'started' | 'access' | 'browser'>,
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
  /** The run, once, where it is about the same route and person. */
  take(key: string): Guard | undefined;
  /** Settles when it has decided, has failed, or is not needed. */
  readonly decided: Promise<void>;
}

/** Starts it as soon as it is known who is signed in. Whoever comes back to another address has none. */
export function startFirstGuard(
  portal: Pick<Portal, 'started' | 'access' | 'browser' | 'run' | 'session' | 'router'>,
): FirstGuard {
  let first: { readonly key: string; readonly guard: Guard } | undefined;
  const decide = async () => {
    const { context } = await waitFor(portal.session, (state) => !state.hasTag('busy'));
    if (context.returnTo !== null) return;
    const route = routeOf(portal.router.state.location.pathname);
    const guard = createActor(provideEffects(access, portal.run), {
      input: guardInputFor(portal, route, context.person),
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
