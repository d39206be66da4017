/** When the document is loaded anew for a deployed version, and what is asked before a document goes (P §4). */
import { describe, expect, it } from 'vitest';
import { releaseEffects } from '#src/app/browser/release.ts';
import { createUnsaved } from '#src/app/browser/unsaved.ts';

const { signal } = new AbortController();

function createRelease(deployed: string | null) {
  const kept = new Map<string, string>();
  const unsaved = createUnsaved(new EventTarget());
  let reloads = 0;
  const effects = releaseEffects({
    storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
    deployedVersion: async () => deployed,
    isUnsaved: unsaved.isAny,
    reload: () => {
      reloads += 1;
    },
  });
  return { unsaved, reloads: () => reloads, find: () => effects['release.find']({}, signal), effects };
}

describe('the version that is deployed', () => {
  it('is one for which the document was loaded anew as soon as it has been', async () => {
    const release = createRelease('0.2.0');
    expect(await release.find()).toEqual({ version: '0.2.0', isReloadedFor: false, isUnsaved: false });
    release.effects['release.reload']({ version: '0.2.0' });
    expect(release.reloads()).toBe(1);
    expect(await release.find()).toEqual({ version: '0.2.0', isReloadedFor: true, isUnsaved: false });
  });

  it('is another one after the document was loaded anew for an earlier one', async () => {
    const release = createRelease('0.3.0');
    release.effects['release.reload']({ version: '0.2.0' });
    expect((await release.find()).isReloadedFor).toBe(false);
  });

  it('is found with what would be lost', async () => {
    const release = createRelease('0.2.0');
    const end = release.unsaved.hold({ isAsked: false });
    expect((await release.find()).isUnsaved).toBe(true);
    end();
    expect((await release.find()).isUnsaved).toBe(false);
  });

  it('was never loaded for where the server is not reached', async () => {
    expect((await createRelease(null).find()).version).toBeNull();
  });
});

describe('somebody who leaves the document', () => {
  const isAsked = (page: EventTarget): boolean => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('is asked for as long as something would be lost that they entered', () => {
    const page = new EventTarget();
    const unsaved = createUnsaved(page);
    expect(isAsked(page)).toBe(false);
    const [first, second] = [unsaved.hold({ isAsked: true }), unsaved.hold({ isAsked: true })];
    expect(isAsked(page)).toBe(true);
    first();
    expect(isAsked(page)).toBe(true);
    second();
    expect(isAsked(page)).toBe(false);
  });

  it('is not asked for what only a load by itself must not take away', () => {
    const page = new EventTarget();
    createUnsaved(page).hold({ isAsked: false });
    expect(isAsked(page)).toBe(false);
  });
});
