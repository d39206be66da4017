/** Carries out what charts ask for: every API call by the client, and the few effects that are no call. */
import * as v from 'valibot';
import { businessDate } from '#domain/calendar.ts';
import type { CallAnswer } from '#domain/call.ts';
import { portal } from '#domain/portal/calls.ts';
import { Configuration, FeatureFlags, Icons } from '#domain/portal/shapes.ts';
import type { RunEffect } from '#machines/kit/effect.ts';
import type { StaticFiles } from '#machines/startup/startup.machine.ts';
import { CallError, type MakeCall } from '../api/client.ts';
import type { SignIn } from './sign-in.ts';

type Effects = Readonly<Record<string, (input: unknown, signal: AbortSignal) => unknown>>;

/** Fetches a static file past any cache; a wrong one is refused with its name and the field at fault. */
async function staticFile<T>(name: string, schema: v.GenericSchema<unknown, T>, signal: AbortSignal): Promise<T> {
  const response = await fetch(`/${name}?at=${Date.now()}`, { signal, cache: 'no-store' });
  if (!response.ok) throw new CallError({ kind: 'unreadable', detail: `${name}: status ${response.status}` });
  const parsed = v.safeParse(schema, await response.json().catch(() => undefined));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new CallError({
    kind: 'unreadable',
    detail: `${name}: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`,
  });
}

/** The effects of the startup chart. `configured` hands on the configuration as soon as it is known. */
export const startupEffects = (make: MakeCall, configured: (configuration: Configuration) => void): Effects => ({
  'startup.staticFiles': async (_, signal): Promise<StaticFiles> => {
    const [configuration, flags, icons] = await Promise.all([
      staticFile('config.json', Configuration, signal),
      staticFile('feature-flags.json', FeatureFlags, signal),
      staticFile('icons.json', Icons, signal),
    ]);
    configured(configuration);
    return { configuration, flags, icons };
  },
  'startup.buildVersion': async (_, signal) => {
    const response = await fetch(`/build-version.txt?at=${Date.now()}`, { signal, cache: 'no-store' });
    return response.ok ? (await response.text()).trim() : '';
  },
  'startup.clockDifference': async (_, signal) => {
    const asked = Date.now();
    const answer = v.parse(portal.serverTime.response, await make(portal.serverTime, {}, signal));
    const time: CallAnswer<typeof portal.serverTime> = answer;
    // Half of the way there and back has passed since the server looked at its clock.
    return time.epoch - (asked + Date.now()) / 2;
  },
});

const ReturnTo = v.object({ returnTo: v.string() });

/** The effects of the session chart, and those that any flow may ask for. */
export const portalEffects = (signIn: SignIn, now: () => Date, signingOut: () => void): Effects => ({
  'session.renew': () => signIn.renew(),
  'session.finishSignIn': () => signIn.finish(),
  'session.leaveForSignIn': (input) => signIn.leave(v.parse(ReturnTo, input).returnTo),
  'session.leaveForSignOut': () => {
    signingOut();
    return signIn.leaveForSignOut();
  },
  'session.forgetTokens': () => signIn.forget(),
  'key.make': () => crypto.randomUUID(),
  'clock.today': () => businessDate(now()),
});

/** Runs calls by the client and effects by their name. */
export const createRunner =
  (make: MakeCall, effects: Effects): RunEffect =>
  async (effect, input, signal) => {
    if (effect.kind === 'call') return make(effect.call, input, signal);
    const carryOut = effects[effect.name];
    if (carryOut === undefined) throw new Error(`Nobody carries out ${effect.name}`);
    return carryOut(input, signal);
  };
