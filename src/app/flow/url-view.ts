/**
 * Stores the view of a list (filters, sorting, page) in the URL, so that Back, Forward and a reload restore it with its
 * scroll position. What must not be in an address is in the state of the history entry. Each change replaces the
 * current entry.
 */
import { type DataRouter, NavigationType } from 'react-router-dom';
import * as v from 'valibot';

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

/**
 * The item of the tab's storage: the address of the view that was left last, how far it was scrolled, and the key of the
 * history entry that a link added after it. It contains nothing from the state of the view's entry: a search text may be an
 * account number.
 */
const LEFT = 'list-left';

const Left = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ path: v.string(), query: v.string(), top: v.number(), next: v.optional(v.string()) }),
);
type Left = v.InferOutput<typeof Left>;

/** Serializes a view by its address and state. */
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

  /** Stores the scroll position whenever the page is left or reloaded, until the returned function is called. */
  rememberScroll(): () => void {
    const { path, toQuery } = this.#address;
    let query = toQuery(this.read());
    let top = Math.round(window.scrollY);
    // Back and Forward change the URL and may scroll before the router reports the new location.
    const track = () => {
      if (window.location.pathname === path) top = Math.round(window.scrollY);
    };
    // An entry that a link added stays after the list's entry, regardless of Back and Forward.
    let next = leftIn(this.#tab)?.next;
    const remember = () => this.#tab.setItem(LEFT, JSON.stringify({ path, query, top, next } satisfies Left));
    const stop = this.#router.subscribe(({ location, historyAction }) => {
      if (location.pathname === path) {
        query = toQuery(this.read());
        return;
      }
      if (historyAction === NavigationType.Push) next = location.key;
      remember();
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
    const { path, toQuery } = this.#address;
    const isBack = historyAction === NavigationType.Pop || Object(location.state).restoresScroll === true;
    const left = isBack ? leftIn(this.#tab) : undefined;
    return left?.path === path && left.query === toQuery(this.read()) ? left.top : undefined;
  }
}

/**
 * Navigates from another page to the list at `path`, as the borrower left it. If the borrower came here from the list, goes
 * back to the list's history entry, which also contains the state that is not in the address.
 */
export async function returnToList(
  router: Pick<DataRouter, 'state' | 'navigate'>,
  path: string,
  tab: Pick<Storage, 'getItem'>,
): Promise<void> {
  const left = leftIn(tab);
  if (left?.path !== path) await router.navigate(path, { state: RESTORES });
  else if (left.next === router.state.location.key) await router.navigate(-1);
  else await router.navigate(path + left.query, { state: RESTORES });
}

function leftIn(tab: Pick<Storage, 'getItem'>): Left | undefined {
  const left = v.safeParse(Left, tab.getItem(LEFT));
  return left.success ? left.output : undefined;
}
