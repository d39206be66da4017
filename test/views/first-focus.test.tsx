/** Focus requests while a frame still hides the first page. */
import { expect, it } from 'vitest';
import { FRAME_ATTRIBUTE, PRERENDERED } from '#domain/portal/prerendering.ts';
import { removePrerenderedPage } from '#src/app/first-load/prerendered-page.ts';
import { afterDelay, focusHeadingIfLost, focusOnceShown } from '#src/app/page/page.ts';
import { PAGE_TITLE } from '#src/ui/page-heading/title-ids.ts';

it('a notice receives focus after the frame is removed, although the heading was to receive it first', async () => {
  document.body.innerHTML = `
    <div id="${PRERENDERED}" ${FRAME_ATTRIBUTE}></div>
    <main style="visibility: hidden"><h1 id="${PAGE_TITLE}" tabindex="-1">Title</h1><p id="notice" tabindex="-1">Not received</p></main>`;
  focusHeadingIfLost();
  afterDelay(0, () => focusOnceShown('notice', undefined));
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  focusHeadingIfLost();
  expect(document.activeElement).toBe(document.body);
  document.querySelector('main')?.removeAttribute('style');
  removePrerenderedPage(document);
  await expect.poll(() => document.activeElement?.id).toBe('notice');
});
