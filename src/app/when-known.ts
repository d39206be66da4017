/** When the portal is drawn first: as soon as it is known who is signed in, so that it is not drawn twice in a moment. */
import type { session } from '#machines/session/session.machine.ts';
import type { ActorRefFrom } from 'xstate';

/** How long that is waited for, in milliseconds; then what is around the page is shown without it. */
export const KNOWN_SOON = 250;

/** Calls `draw` then, at least once. Returns how to give it up. */
export function whenKnown(
  actor: Pick<ActorRefFrom<typeof session>, 'getSnapshot' | 'subscribe'>,
  draw: () => void,
): () => void {
  const isKnown = () => !actor.getSnapshot().hasTag('busy');
  // The texts that came with the page are here in a moment: drawn with them, the page does not jump.
  let drawing = setTimeout(draw, isKnown() ? 0 : KNOWN_SOON);
  const listening = actor.subscribe(() => {
    if (!isKnown()) return;
    listening.unsubscribe();
    clearTimeout(drawing);
    drawing = setTimeout(draw);
  });
  return () => {
    listening.unsubscribe();
    clearTimeout(drawing);
  };
}
