/** Drafts saved by earlier versions are migrated to the current one (decision "drafts"). */
import { describe, expect, it, test } from 'vitest';
import * as v from 'valibot';
import { type DraftMigration, toCurrentVersion } from '#domain/portal/drafts/versions.ts';
import { readDraft } from '#src/app/flow/flow-definition.ts';
import { pages } from '#test/support/pages.ts';

/** Version 2 replaces dollars with cents, version 3 replaces cents with a list of amounts. */
const migrations: readonly DraftMigration[] = [
  ({ dollars, ...rest }) => ({ ...rest, cents: Number(dollars) * 100 }),
  ({ cents, ...rest }) => ({ ...rest, amounts: [cents] }),
];
const schema = v.strictObject({ version: v.literal(3), day: v.string(), amounts: v.array(v.number()) });
const present = { version: 3, day: '11/24/2026', amounts: [2500] };

describe('a draft', () => {
  it.each([
    ['the first version', { version: 1, day: '11/24/2026', dollars: 25 }],
    ['the second version', { version: 2, day: '11/24/2026', cents: 2500 }],
    ['the current version', present],
  ])('of %s is migrated to the current version', (_, stored) => {
    expect(toCurrentVersion(stored, migrations)).toEqual(present);
    expect(readDraft({ schema, migrations, of: () => null }, stored)).toEqual(present);
  });

  it.each([
    ['a later release', { ...present, version: 4 }],
    ['no version', { day: '11/24/2026', amounts: [2500] }],
    ['a version before the first', { ...present, version: 0 }],
    ['half a version', { ...present, version: 1.5 }],
    ['no object', 'version'],
    ['nothing', undefined],
  ])('of %s is ignored', (_, stored) => {
    expect(toCurrentVersion(stored, migrations)).toBeUndefined();
    expect(readDraft({ schema, migrations, of: () => null }, stored)).toBeNull();
  });

  it('is ignored if it does not match the schema after migration', () => {
    expect(readDraft({ schema, migrations, of: () => null }, { ...present, amounts: 'all' })).toBeNull();
  });
});

const drafted = pages.flatMap(({ name, page }) =>
  'machine' in page && page.draft !== undefined ? [{ name, draft: page.draft }] : [],
);
const Schema = v.object({ entries: v.object({ version: v.object({ literal: v.number() }) }) });

test.each(drafted)('$name has a migration for each version of its draft', ({ draft }) => {
  expect(v.parse(Schema, draft.schema).entries.version.literal).toBe(draft.migrations.length + 1);
});
