/**
 * Reloading the document for a newly deployed version, and the question before leaving a document with unsaved data (P
 * §4).
 */
import { describe, expect, it } from 'vitest';
import { releaseEffects } from '#src/app/browser/release.ts';
import { createUnsaved } from '#src/app/browser/unsaved.ts';

const { signal } = new AbortController();

function createRelease(deployed: string | null) {
  const stored = new Map<string, string>();
  const unsaved = createUnsaved(new EventTarget());
  let reloads = 0;
  const effects = releaseEffects({
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) },
    deployedVersion: async () => deployed,
    isUnsaved: unsaved.isAny,
    reload: () => {
      reloads += 1;
    },
  });
  return { unsaved, reloads: () => reloads, find: () => effects['release.find']({}, signal), effects };
}

describe('the deployed version', () => {
  it('counts as reloaded after the reload', async () => {
    const release = createRelease('0.2.0');
    expect(await release.find()).toEqual({ version: '0.2.0', isReloadedFor: false, isUnsaved: false });
    release.effects['release.reload']({ version: '0.2.0' });
    expect(release.reloads()).toBe(1);
    expect(await release.find()).toEqual({ version: '0.2.0', isReloadedFor: true, isUnsaved: false });
  });

  it('is new if the document was reloaded for an earlier version', async () => {
    const release = createRelease('0.3.0');
    release.effects['release.reload']({ version: '0.2.0' });
    expect((await release.find()).isReloadedFor).toBe(false);
  });

  it('is reported together with unsaved data', async () => {
    const release = createRelease('0.2.0');
    const end = release.unsaved.hold({ isRequested: false });
    expect((await release.find()).isUnsaved).toBe(true);
    end();
    expect((await release.find()).isUnsaved).toBe(false);
  });

  it('is unknown if the server cannot be reached', async () => {
    expect((await createRelease(null).find()).version).toBeNull();
  });
});

describe('leaving the document', () => {
  const isRequested = (page: EventTarget): boolean =>
    !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('is confirmed with the user while there are unsaved entries', () => {
    const page = new EventTarget();
    const unsaved = createUnsaved(page);
    expect(isRequested(page)).toBe(false);
    const [first, second] = [unsaved.hold({ isRequested: true }), unsaved.hold({ isRequested: true })];
    expect(isRequested(page)).toBe(true);
    first();
    expect(isRequested(page)).toBe(true);
    second();
    expect(isRequested(page)).toBe(false);
  });

  it('is not confirmed for data that only blocks an automatic reload', () => {
    const page = new EventTarget();
    createUnsaved(page).hold({ isRequested: false });
    expect(isRequested(page)).toBe(false);
  });
});
