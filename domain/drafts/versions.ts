/** Drafts that an earlier release has kept: each is brought to the present version, so that a release loses none. */
import * as v from 'valibot';

/** Leads what a draft of one version holds to what the next version holds. */
export type DraftMigration = (draft: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

const Versioned = v.looseObject({ version: v.pipe(v.number(), v.integer(), v.minValue(1)) });

/**
 * A kept draft at the present version. `migrations` lead from version 1 to 2, from 2 to 3, and so on; the present version
 * is one more than there are. Undefined for what has no version, or one that only a later release knows.
 */
export function toPresentVersion(kept: unknown, migrations: readonly DraftMigration[]): unknown {
  const found = v.safeParse(Versioned, kept);
  if (!found.success || found.output.version > migrations.length + 1) return undefined;
  const { version } = found.output;
  return migrations
    .slice(version - 1)
    .reduce<Readonly<Record<string, unknown>>>(
      (draft, migrate, index) => ({ ...migrate(draft), version: version + index + 1 }),
      found.output,
    );
}
