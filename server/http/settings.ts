/**
 * The files that the portal loads before it starts: configuration, feature flags, icons and menus. A deployment's folder may
 * replace each of them. They are checked at start, so that a wrong one stops the server and not the portal.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { Navigation } from '#domain/portal/navigation.ts';
import { Configuration, FeatureFlags, Icons } from '#domain/portal/shapes.ts';
import { API_BASE, CHAT_PAGE, OIDC_BASE, SETTINGS_FILES } from './routes.ts';

export type SettingsFile = (typeof SETTINGS_FILES)[number];

export interface Settings {
  readonly configuration: Configuration;
  /** The files by name, as they are sent. */
  readonly files: Readonly<Record<SettingsFile, unknown>>;
}

export interface SettingsFacts {
  /** Where to look, the first folder that has the file wins. */
  readonly folders: readonly string[];
  readonly publicUrl: string;
  readonly issuer: string;
}

/** A file of settings that is missing or wrong; `message` says which and how. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem';
}

async function readSettings<T>(
  name: SettingsFile,
  folders: readonly string[],
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const path = folders.map((folder) => join(folder, name)).find((each) => existsSync(each));
  if (path === undefined) throw new SettingsProblem(`${name} is in none of ${folders.join(', ')}`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), await readFile(path, 'utf8'));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new SettingsProblem(`${path}, ${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`);
}

/** The icons of a menu's entries, with the place at which each stands in the file. */
function iconsOf(part: unknown, place: string): { readonly place: string; readonly name: string }[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    const at = place === '' ? key : `${place}.${key}`;
    const icon = key === 'icon' ? v.safeParse(v.object({ class: v.string() }), value) : undefined;
    return icon?.success === true ? [{ place: `${at}.class`, name: icon.output.class }] : iconsOf(value, at);
  });
}

/** The menus; an entry whose icon has no drawing is refused. */
const navigationWith = (icons: Icons) =>
  v.pipe(
    Navigation,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      const unknown = iconsOf(input, '').find(({ name }) => !Object.hasOwn(icons, name));
      if (unknown === undefined) return;
      const { place: key, name: value } = unknown;
      addIssue({
        message: `icons.json has no ${value}`,
        path: [{ type: 'unknown', origin: 'value', input, key, value }],
      });
    }),
  );

/** The value `self` in a configuration means this server. */
const SELF = 'self';

/** Reads and checks the files; where the configuration says `self`, this server's addresses are put in. */
export async function loadSettings({ folders, publicUrl, issuer }: SettingsFacts): Promise<Settings> {
  const read = await readSettings('config.json', folders, Configuration);
  const signInIssuer = read.signIn.issuer === SELF ? issuer : read.signIn.issuer;
  // Whoever signs in elsewhere has username and password there.
  const keepsAccounts = read.signIn.keepsAccounts && signInIssuer === `${publicUrl}${OIDC_BASE}`;
  const configuration: Configuration = {
    ...read,
    apiBase: read.apiBase === SELF ? `${publicUrl}${API_BASE}` : read.apiBase,
    signIn: { ...read.signIn, issuer: signInIssuer, keepsAccounts },
    chat: { ...read.chat, url: read.chat.url === SELF ? `${publicUrl}${CHAT_PAGE}` : read.chat.url },
  };
  const icons = await readSettings('icons.json', folders, Icons);
  return {
    configuration,
    files: {
      'config.json': configuration,
      'feature-flags.json': await readSettings('feature-flags.json', folders, FeatureFlags),
      'icons.json': icons,
      'navigation.json': await readSettings('navigation.json', folders, navigationWith(icons)),
    },
  };
}
