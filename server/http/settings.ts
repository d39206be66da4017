/**
 * The settings that the portal loads before it starts: configuration, feature flags, icons and menus. A deployment's
 * folder may override each file. The server validates them at startup and refuses to start if one is invalid.
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
  /** The contents of the files, by file name. */
  readonly files: Readonly<Record<SettingsFile, unknown>>;
}

export interface SettingsDeps {
  /** The folders to search. The first folder that contains a file wins. */
  readonly folders: readonly string[];
  readonly publicUrl: string;
  readonly issuer: string;
}

/** A missing or invalid settings file. `message` names the file and the problem. */
export class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem';
}

async function readSettings<T>(
  name: SettingsFile,
  folders: readonly string[],
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const path = folders.map((folder) => join(folder, name)).find((each) => existsSync(each));
  if (path === undefined) throw new SettingsProblem(`${name} is missing in ${folders.join(', ')}`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), await readFile(path, 'utf8'));
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new SettingsProblem(`${path}, ${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`);
}

/** Returns the icons of a menu's entries with their paths in the file. */
function listIcons(part: unknown, place: string): { readonly place: string; readonly name: string }[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    const at = place === '' ? key : `${place}.${key}`;
    const icon = key === 'icon' ? v.safeParse(v.object({ class: v.string() }), value) : undefined;
    return icon?.success === true ? [{ place: `${at}.class`, name: icon.output.class }] : listIcons(value, at);
  });
}

/** Returns the schema of the menus. It rejects entries with an unknown icon. */
const navigationWith = (icons: Icons) =>
  v.pipe(
    Navigation,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      const unknown = listIcons(input, '').find(({ name }) => !Object.hasOwn(icons, name));
      if (unknown === undefined) return;
      const { place: key, name: value } = unknown;
      addIssue({
        message: `icons.json has no ${value}`,
        path: [{ type: 'unknown', origin: 'value', input, key, value }],
      });
    }),
  );

/** Placeholder in a configuration for this server's own URL. */
const SELF = 'self';

/** Reads and validates the settings. Replaces `self` in the configuration by this server's URLs. */
export async function loadSettings({ folders, publicUrl, issuer }: SettingsDeps): Promise<Settings> {
  const read = await readSettings('config.json', folders, Configuration);
  const signInIssuer = read.signIn.issuer === SELF ? issuer : read.signIn.issuer;
  // With an external provider, borrowers manage their username and password there.
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
