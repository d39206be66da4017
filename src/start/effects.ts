/** Implements the effects other than calls, except those of required actions (`access/access-effects.ts`). */
import type { Person, SessionEnd } from '#domain/session/identity/shapes.ts';
import * as v from 'valibot';
import { businessDate } from '#domain/calendar.ts';
import { TIME_LIMITS } from '#domain/call.ts';
import { Navigation } from '#domain/portal/navigation.ts';
import { Configuration, FeatureFlags, Icons } from '#domain/portal/shapes.ts';
import type { EffectHandlers } from '#machines/kit/effect.ts';
import { CallError } from '../api/client.ts';
import type { Activity } from '../app/session/activity.ts';
import { saveFile } from '../app/browser/save-file.ts';
import { browserStorage, tabStorage } from '../app/browser/storage.ts';
import { openElsewhere } from '../app/browser/external.ts';
import { clearSessionEnd, addressAfterSignIn } from '../app/session/session-end-storage.ts';
import { claimSignOut } from '../app/session/session-end.ts';
import type { SignIn } from '../app/session/sign-in.ts';

const unusable = (name: string, why: string): CallError =>
  new CallError({ kind: 'unreadable', detail: `${name}: ${why}` });

/** Fetches a file of the portal past any cache. Rejects if it does not arrive in time. */
async function fileAt(name: string, signal: AbortSignal): Promise<{ status: number; text: string }> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMITS.read)]);
  try {
    const response = await fetch(`/${name}?at=${Date.now()}`, { signal: limited, cache: 'no-store' });
    return { status: response.status, text: await response.text() };
  } catch {
    throw unusable(name, 'no answer');
  }
}

/** Fetches a static settings file. Rejects an invalid one with its name and the invalid field. */
async function fetchSettings<T>(name: string, schema: v.GenericSchema<unknown, T>, signal: AbortSignal): Promise<T> {
  const { status, text } = await fileAt(name, signal);
  if (status !== 200) throw unusable(name, `status ${status}`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw unusable(name, `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
}

/** Fetches the deployed version; '' if the host reports none, null if it is unavailable. */
export async function deployedVersion(signal: AbortSignal): Promise<string | null> {
  const answer = await fileAt('build-version.txt', signal).catch(() => undefined);
  if (answer === undefined || answer.status >= 500) return null;
  return answer.status === 200 ? answer.text.trim() : '';
}

type Handlers<Area extends string> = Pick<EffectHandlers, Extract<keyof EffectHandlers, `${Area}.${string}`>>;

export interface StartupDeps {
  /** The offset of the server's business clock from this machine's clock, in milliseconds. */
  readonly clockDifference: () => Promise<number>;
  /** Receives the configuration as soon as it is known. */
  readonly configured: (configuration: Configuration) => void;
  /** Returns a file in the document; undefined if it is not there. */
  readonly fileInDocument: (name: string) => unknown;
}

/** Creates the effects of the startup machine. Data embedded in the document are fetched only if they are invalid. */
export const startupEffects = ({ clockDifference, configured, fileInDocument }: StartupDeps): Handlers<'startup'> => ({
  'startup.staticFiles': async (_, signal) => {
    const settings = async <T>(name: string, schema: v.GenericSchema<unknown, T>): Promise<T> => {
      const known = v.safeParse(schema, fileInDocument(name));
      return known.success ? known.output : fetchSettings(name, schema, signal);
    };
    const [configuration, flags, icons, navigation] = await Promise.all([
      settings('config.json', Configuration),
      settings('feature-flags.json', FeatureFlags),
      settings('icons.json', Icons),
      settings('navigation.json', Navigation),
    ]);
    configured(configuration);
    return { configuration, flags, icons, navigation };
  },
  'startup.buildVersion': async (_, signal) => {
    const known = fileInDocument('build-version.txt');
    if (typeof known === 'string') return known.trim();
    const { status, text } = await fileAt('build-version.txt', signal);
    return status === 200 ? text.trim() : '';
  },
  'startup.clockDifference': clockDifference,
});

export interface PortalEffectDeps {
  readonly signIn: SignIn;
  /** Returns the person signed in at the provider, or null. */
  readonly renewal: () => Promise<Person | null>;
  readonly now: () => Date;
  readonly activity: Activity;
  /** Runs when a session ends, before its tokens are deleted. */
  readonly ending: (end: SessionEnd) => Promise<void>;
  /** Returns whether the current page is public. */
  readonly isPagePublic: () => boolean;
}

/** Creates the effects of the session machine, and those available to any flow. */
export const portalEffects = ({
  signIn,
  renewal,
  now,
  activity,
  ending,
  isPagePublic,
}: PortalEffectDeps): Handlers<'session' | 'idle' | 'key' | 'clock' | 'file' | 'site'> => ({
  'session.renew': async () => {
    const person = await renewal();
    if (person !== null) clearSessionEnd(tabStorage);
    return person;
  },
  'session.finishSignIn': async () => {
    const { person, returnTo } = await signIn.finish();
    activity.record();
    const place = addressAfterSignIn(tabStorage, person, returnTo);
    clearSessionEnd(tabStorage);
    return { person, returnTo: place };
  },
  'session.leaveForSignIn': ({ returnTo, way = 'ordinary' }, signal) => signIn.leave(returnTo, way, signal),
  'session.leaveForSignOut': async ({ end }, signal) => {
    await ending(end);
    if (end === 'timedOut' && !(await claimSignOut(browserStorage)))
      throw new Error('Another tab is already signing out');
    return signIn.leaveForSignOut(end, signal);
  },
  'session.clearTokens': async ({ end }) => {
    await ending(end);
    signIn.forget();
    return { isPagePublic: isPagePublic() };
  },
  'idle.measure': () => ({ idleFor: activity.idleFor() }),
  'key.make': () => crypto.randomUUID(),
  'file.save': saveFile,
  'site.open': ({ url }) => ({ isOpened: openElsewhere({ url, target: '_blank' }) }),
  'clock.today': () => businessDate(now()),
});
