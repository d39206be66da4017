/**
 * Shows that the site could not be opened, with a button to retry, if a script fails or takes too long. The build
 * writes this script into `index.html` (`vite.config.ts`), so it works even if no file of the portal loads.
 */
import { FRAME_ATTRIBUTE, PRERENDERED } from '#domain/portal/prerendering.ts';
import { FIRST_SCRIPT, START_FAILED } from '#domain/start-failure.ts';
import { reloadPage } from '../browser/reload-page.ts';

/** How long the portal may take to start, in milliseconds. */
const START_LIMIT = 20_000;

const TITLE = "The site couldn't be opened";

/** Creates an element with a class of the portal's stylesheet. */
const create = (name: string, className: string, ...children: readonly (Element | string)[]): HTMLElement => {
  const element = Object.assign(document.createElement(name), { className });
  element.append(...children);
  return element;
};

/** Creates the notice with the markup of `NotStarted`, and its heading. */
function createNotice(): { notice: HTMLElement; heading: HTMLElement } {
  const heading = create('h1', 'ui-page-heading__title', TITLE);
  heading.tabIndex = -1;
  const button = create('button', 'ui-button', 'Try again');
  button.addEventListener('click', () => void reloadPage());
  const message = create(
    'div',
    'ui-notice__body',
    create('h2', 'ui-notice__heading', 'Sorry, there’s been a problem.'),
    create('p', 'ui-notice__text', "Part of this site didn't load. Your account isn't affected."),
    create('div', 'ui-notice__action', button),
  );
  const alert = create('div', 'ui-notice', message);
  alert.setAttribute('role', 'alert');
  alert.dataset['kind'] = 'error';
  return { notice: create('main', 'ui-main', create('div', 'ui-page-heading', heading), alert), heading };
}

/** Watches the start of the portal in a document that has been parsed. `failed` aborts when a script has failed. */
function watchStart(failed: AbortSignal): void {
  const root = document.getElementById('root');
  if (root === null || root.firstChild !== null) return;
  let notice: HTMLElement | undefined;
  const show = () => {
    const picture = document.getElementById(PRERENDERED);
    // A slow page is still readable. A frame shows "One moment…", which is no longer true.
    if (failed.aborted || picture?.hasAttribute(FRAME_ATTRIBUTE) === true) picture?.remove();
    if (notice !== undefined) return;
    const created = createNotice();
    ({ notice } = created);
    document.body.prepend(notice);
    document.title = TITLE;
    created.heading.focus();
  };
  const timer = setTimeout(show, START_LIMIT);
  // The portal draws into the root as soon as it starts.
  const observer = new MutationObserver(() => {
    observer.disconnect();
    clearTimeout(timer);
    failed.removeEventListener('abort', show);
    notice?.remove();
  });
  observer.observe(root, { childList: true });
  if (failed.aborted) show();
  else failed.addEventListener('abort', show);
}

const failure = new AbortController();
addEventListener(START_FAILED, () => failure.abort());
// The first script reports failures of its imports. This listener sees only the failure of that script, since the event
// does not bubble.
const hear = ({ target }: Event) => {
  if (target instanceof Element && target.id === FIRST_SCRIPT) failure.abort();
};
addEventListener('error', hear, { capture: true });
if (document.readyState === 'loading')
  document.addEventListener('DOMContentLoaded', () => watchStart(failure.signal), { once: true });
else watchStart(failure.signal);
