/**
 * Stores the view of a list (filters, sorting, page) in the URL, so that Back, Forward and a reload restore it with its
 * scroll position. What must not be in an address is in the state of the history entry. Each change replaces the
 * current entry.
 */
import { type DataRouter, NavigationType } from 'react-router-dom';

/** The encoding of a view in a history entry. */
export interface ViewAddress<View> {
  readonly path: string;
  readonly parse: (query: string, state: unknown) => View;
  readonly toQuery: (view: View) => string;
  /** The part of the view that is not in the URL. */
  readonly toState: (view: View) => Readonly<Record<string, unknown>>;
}

/** The state of a link back to a list: the list then restores its scroll position. */
const RESTORES = { restoresScroll: true } as const;

/** The item of the tab's storage: the view that was left last, and how far it was scrolled. */
const LEFT = 'list-left';

/** A view by its address and state, as text. */
const toKey = <View>({ path, toQuery, toState }: ViewAddress<View>, view: View): string =>
  JSON.stringify([path, toQuery(view), toState(view)]);

export class UrlView<View> {
  readonly #router: Pick<DataRouter, 'state' | 'navigate' | 'subscribe'>;
  readonly #address: ViewAddress<View>;
  readonly #tab: Pick<Storage, 'getItem' | 'setItem'>;
  /** The view in the URL, as it was last read or written here. */
  #known: string;
  #visits = 0;

  constructor(
    router: Pick<DataRouter, 'state' | 'navigate' | 'subscribe'>,
    address: ViewAddress<View>,
    tab: Pick<Storage, 'getItem' | 'setItem'>,
  ) {
    this.#router = router;
    this.#address = address;
    this.#tab = tab;
    this.#known = toKey(address, this.read());
  }

  /** The view that the present entry names. */
  read(): View {
    const { search, state } = this.#router.state.location;
    return this.#address.parse(search, state);
  }

  /** Writes the view into the present entry, unless the page has been left. */
  write(view: View): void {
    const { path, toQuery, toState } = this.#address;
    if (this.#router.state.location.pathname !== path) return;
    const name = toKey(this.#address, view);
    if (name === this.#known) return;
    this.#known = name;
    void this.#router.navigate(path + toQuery(view), { replace: true, state: toState(view) });
  }

  /** Returns the number of navigations (a link, Back or Forward) to a view other than the one that was read or written last. */
  readonly visits = (): number => this.#visits;

  /** Calls the listener when that happens, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) =>
    this.#router.subscribe(({ location }) => {
      if (location.pathname !== this.#address.path) return;
      const name = toKey(this.#address, this.read());
      if (name === this.#known) return;
      this.#known = name;
      this.#visits += 1;
      listener();
    });

  /** Remembers how far the page is scrolled whenever it is left or reloaded, until the returned function is called. */
  rememberScroll(): () => void {
    const { path } = this.#address;
    let top = Math.round(window.scrollY);
    // Back and Forward change the URL and may scroll before the router reports the new location.
    const track = () => {
      if (window.location.pathname === path) top = Math.round(window.scrollY);
    };
    const remember = () => this.#tab.setItem(LEFT, JSON.stringify([this.#known, top]));
    const stop = this.#router.subscribe(({ location }) => {
      if (location.pathname !== path) remember();
    });
    window.addEventListener('scroll', track, { passive: true });
    window.addEventListener('pagehide', remember);
    return () => {
      stop();
      window.removeEventListener('scroll', track);
      window.removeEventListener('pagehide', remember);
    };
  }

  /** Returns the scroll position in pixels at which the borrower left this view; undefined for a new visit. */
  scrollOfView(): number | undefined {
    const { location, historyAction } = this.#router.state;
    const isBack = historyAction === NavigationType.Pop || Object(location.state).restoresScroll === true;
    const [view, top]: unknown[] = isBack ? parsed(this.#tab.getItem(LEFT)) : [];
    return view === this.#known && typeof top === 'number' ? top : undefined;
  }
}

/** Returns the address and state of the list that the borrower left last in this tab, if its path is `path`. */
export function listLeftAt(path: string, tab: Pick<Storage, 'getItem'>) {
  const [view] = parsed(tab.getItem(LEFT));
  const [at, query, state] = typeof view === 'string' ? parsed(view) : [];
  const isThere = at === path && typeof query === 'string';
  return { address: isThere ? path + query : path, state: { ...(isThere && Object(state)), ...RESTORES } };
}

function parsed(text: string | null): unknown[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
