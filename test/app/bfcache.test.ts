/** The portal reloads a page that the browser restores from the back-forward cache. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadOnBfcacheRestore } from '#src/app/browser/bfcache.ts';

class Transition extends Event {
  readonly persisted: boolean;
  constructor(persisted: boolean) {
    super('pageshow');
    this.persisted = persisted;
  }
}
beforeEach(() => vi.stubGlobal('PageTransitionEvent', Transition));
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['restored from the cache is reloaded', true, 1],
  ['that was loaded normally is not reloaded', false, 0],
])('a page %s', (_, persisted, reloads) => {
  const page = new EventTarget();
  const reload = vi.fn<() => void>();
  reloadOnBfcacheRestore(page, reload);
  page.dispatchEvent(new Transition(persisted));
  expect(reload).toHaveBeenCalledTimes(reloads);
});
