/** Migration of drafts saved by earlier releases to the current version, so that a release does not discard drafts. */
import * as v from 'valibot';

/** Converts the data of a draft from one version to the next. */
export type DraftMigration = (draft: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

const Versioned = v.looseObject({ version: v.pipe(v.number(), v.integer(), v.minValue(1)) });

/**
 * Migrates a saved draft to the current version. `migrations` convert from version 1 to 2, from 2 to 3, and so on, so
 * the current version is their number plus one. Returns undefined if the draft has no version or the version of a later
 * release.
 */
export function toCurrentVersion(stored: unknown, migrations: readonly DraftMigration[]): unknown {
  const found = v.safeParse(Versioned, stored);
  if (!found.success || found.output.version > migrations.length + 1) return undefined;
  const { version } = found.output;
  return migrations
    .slice(version - 1)
    .reduce<Readonly<Record<string, unknown>>>(
      (draft, migrate, index) => ({ ...migrate(draft), version: version + index + 1 }),
      found.output,
    );
}
