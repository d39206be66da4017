/** When the portal is drawn first: as soon as it is known who is signed in and the page is there, so that it is not drawn twice in a moment. */
import type { session } from '#machines/session/session.machine.ts';
import type { ActorRefFrom } from 'xstate';

/** How long that is waited for, in milliseconds; then what is around the page is shown without it. */
export const KNOWN_SOON = 250;

/**
 * Calls `draw` then, at least once. Returns how to give it up.
 * @param pageCode settles as soon as the code of the page is there, or will not be
 */
export function whenKnown(
  actor: Pick<ActorRefFrom<typeof session>, 'getSnapshot' | 'subscribe'>,
  pageCode: Promise<void>,
  draw: () => void,
): () => void {
  let isPageHere = false;
  let isGivenUp = false;
  let drawing = setTimeout(draw, KNOWN_SOON);
  const check = () => {
    if (isGivenUp || !isPageHere || actor.getSnapshot().hasTag('busy')) return;
    listening.unsubscribe();
    clearTimeout(drawing);
    // The texts that came with the page are here in a moment: drawn with them, the page does not jump.
    drawing = setTimeout(draw);
  };
  const listening = actor.subscribe(check);
  void pageCode.then(() => {
    isPageHere = true;
    check();
  });
  return () => {
    isGivenUp = true;
    listening.unsubscribe();
    clearTimeout(drawing);
  };
}
