/** What is said where the portal's code did not arrive: without it nothing draws a page, so that this is made by hand. */
import { removePicture } from './prerender/picture.ts';

/** Says in `#root` that the site could not be opened, as `NotStarted` does where the portal could not start. */
export function sayNotLoaded(page: Document): void {
  const make = (name: string, className: string, text = '') =>
    Object.assign(page.createElement(name), { className, textContent: text });
  const heading = make('h1', 'ui-page-heading__title', 'The site could not be opened');
  const button = make('button', 'ui-button', 'Try again');
  const main = make('main', 'ui-main');
  heading.tabIndex = -1;
  button.addEventListener('click', () => page.location.reload());
  main.append(
    heading,
    make('p', '', 'Something that this site needs did not arrive. Your account is not affected.'),
    button,
  );
  removePicture(page);
  page.title = 'The site could not be opened';
  page.getElementById('root')?.replaceChildren(main);
  heading.focus();
}
