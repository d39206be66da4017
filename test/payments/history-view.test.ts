/** The view of the payment history survives Back, a reload and the link back from the details (Y §4.7). */
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryRouter } from 'react-router-dom';
import { formatViewQuery, parseView } from '#domain/payments/history-link.ts';
import { FIRST_VIEW } from '#domain/payments/history.ts';
import type { HistoryView } from '#domain/payments/history-shapes.ts';
import { UrlView, type ViewAddress, returnToList } from '#src/app/flow/url-view.ts';

const toEntry = ({ search }: HistoryView) => ({ historySearch: search });

const anyView: fc.Arbitrary<HistoryView> = fc
  .record({
    period: fc.constantFrom('recent', 'all'),
    search: fc.oneof(fc.constant(''), fc.string({ minLength: 1, maxLength: 60 })),
    sort: fc.constantFrom('date', 'amount'),
    order: fc.constantFrom('asc', 'desc'),
    page: fc.integer({ min: 1, max: 999_999 }),
  })
  // A search covers the full history.
  .map((view): HistoryView => (view.search === '' ? view : { ...view, period: 'all' }));

describe('the address of a view', () => {
  it('names every view, together with the history entry', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        expect(parseView(formatViewQuery(view), toEntry(view))).toEqual(view);
      }),
    );
  });

  it('is empty for the first view, and never contains the search text', () => {
    expect(formatViewQuery(FIRST_VIEW)).toBe('');
    expect(formatViewQuery({ ...FIRST_VIEW, period: 'all', search: 'E104882913', page: 3 })).toBe('?show=all&page=3');
  });

  it.each([
    ['?show=never&sort=name&order=up&page=0', null],
    ['?page=-1', { historySearch: 7 }],
    ['?page=1e3', { historySearch: 'x'.repeat(61) }],
    ['?page=1000000', 'E104882913'],
    ['?page=2.5', undefined],
  ])('falls back to the first view for an invalid value: %s', (query, entry) => {
    expect(parseView(query, entry)).toEqual(FIRST_VIEW);
  });
});

const PATH = '/payments/payment-activity';
const ADDRESS: ViewAddress<HistoryView> = {
  path: PATH,
  parse: parseView,
  toQuery: formatViewQuery,
  toState: toEntry,
};
const SECOND: HistoryView = { ...FIRST_VIEW, period: 'all', sort: 'amount', page: 2 };
const FOUND: HistoryView = { ...SECOND, search: 'E104882913' };

/** `sessionStorage` of a tab. */
function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
}

/** A window with the position of the page, and a router that starts at the list. */
class Tab {
  readonly storage = createStorage();
  readonly window = Object.assign(new EventTarget(), { scrollY: 0, location: { pathname: PATH } });
  router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: [PATH] });

  constructor() {
    vi.stubGlobal('window', this.window);
    this.#follow();
  }

  /** The window's address follows the router. */
  #follow(): void {
    this.router.subscribe(({ location }) => (this.window.location.pathname = location.pathname));
  }

  open = () => new UrlView(this.router, ADDRESS, this.storage);

  scrollTo(top: number): void {
    this.window.scrollY = top;
    this.window.dispatchEvent(new Event('scroll'));
  }

  /** Loads the present entry again: storage and entry remain, everything else is new. */
  reload(): void {
    this.window.dispatchEvent(new Event('pagehide'));
    const { pathname, search, state } = this.router.state.location;
    this.router.dispose();
    this.router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: [{ pathname, search, state }] });
    this.#follow();
  }
}

let tab: Tab;
beforeEach(() => {
  tab = new Tab();
});
afterEach(() => vi.unstubAllGlobals());

describe('the view in the URL', () => {
  it('replaces the entry with each change, and reads it again', () => {
    const view = tab.open();
    view.write({ ...SECOND, search: '10/2026' });
    expect(tab.router.state.location).toMatchObject({
      search: '?show=all&sort=amount&page=2',
      state: { historySearch: '10/2026' },
    });
    expect(tab.router.state.historyAction).toBe('REPLACE');
    expect(view.read()).toEqual({ ...SECOND, search: '10/2026' });
    expect(tab.open().read()).toEqual(view.read());
  });

  it('ignores an unchanged view, and a flow whose page has been left', async () => {
    const view = tab.open();
    const navigate = vi.spyOn(tab.router, 'navigate');
    view.write(FIRST_VIEW);
    expect(navigate).not.toHaveBeenCalled();
    await tab.router.navigate('/dashboard');
    view.write(SECOND);
    expect(tab.router.state.location.pathname).toBe('/dashboard');
  });

  it('counts a navigation to another view, and not its own changes', async () => {
    const view = tab.open();
    const heard = vi.fn<() => void>();
    const stop = view.subscribe(heard);
    view.write(SECOND);
    await tab.router.navigate('/dashboard');
    expect([view.visits(), heard.mock.calls.length]).toEqual([0, 0]);
    await tab.router.navigate(PATH);
    expect([view.visits(), heard.mock.calls.length]).toEqual([1, 1]);
    await tab.router.navigate(-2);
    expect(view.visits()).toBe(2);
    expect(view.read()).toEqual(SECOND);
    stop();
    await tab.router.navigate(2);
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

describe('the scroll position', () => {
  /** Leaves a list, scrolled to 640 px, for the details. */
  async function leaveForDetails(shown = SECOND) {
    const view = tab.open();
    const stop = view.rememberScroll();
    view.write(shown);
    tab.scrollTo(640.4);
    await tab.router.navigate(`${PATH}/payment-activity-details?payment=detail-1`);
    // The details page is shorter, and the browser scrolls to its top.
    tab.scrollTo(0);
    stop();
  }

  it('is restored by Back', async () => {
    await leaveForDetails();
    await tab.router.navigate(-1);
    expect(tab.open().read()).toEqual(SECOND);
    expect(tab.open().scrollOfView()).toBe(640);
  });

  it('is restored after a reload', () => {
    const view = tab.open();
    const stop = view.rememberScroll();
    view.write(SECOND);
    tab.scrollTo(300);
    tab.reload();
    stop();
    expect(tab.open().read()).toEqual(SECOND);
    expect(tab.open().scrollOfView()).toBe(300);
  });

  it('is restored by the link from the details, which goes back to the search', async () => {
    await leaveForDetails(FOUND);
    expect(tab.storage.getItem('list-left')).not.toContain(FOUND.search);
    await returnToList(tab.router, PATH, tab.storage);
    expect(tab.router.state.historyAction).toBe('POP');
    expect(tab.open().read()).toEqual(FOUND);
    expect(tab.open().scrollOfView()).toBe(640);
  });

  it('is restored by that link also after Back and Forward', async () => {
    await leaveForDetails(FOUND);
    await tab.router.navigate(-1);
    const stop = tab.open().rememberScroll();
    tab.scrollTo(200);
    await tab.router.navigate(1);
    stop();
    await returnToList(tab.router, PATH, tab.storage);
    expect(tab.open().read()).toEqual(FOUND);
    expect(tab.open().scrollOfView()).toBe(200);
  });

  it('is restored by a link from any other page, without the search', async () => {
    await leaveForDetails(FOUND);
    await tab.router.navigate('/dashboard');
    await returnToList(tab.router, PATH, tab.storage);
    expect(tab.router.state.historyAction).toBe('PUSH');
    expect(tab.open().read()).toEqual(SECOND);
    expect(tab.open().scrollOfView()).toBe(640);
  });

  it('is not restored on a new visit, or for another view', async () => {
    await leaveForDetails();
    await tab.router.navigate(`${PATH}?show=all&sort=amount&page=2`);
    expect(tab.open().scrollOfView()).toBeUndefined();
    await tab.router.navigate(-1);
    await tab.router.navigate(`${PATH}?show=all`, { state: { restoresScroll: true } });
    expect(tab.open().scrollOfView()).toBeUndefined();
  });

  it.each(['no JSON', '{"a":1}', '[7,"top"]', '["view"]'])(
    'ignores an unreadable item in storage: %s',
    async (stored) => {
      tab.storage.setItem('list-left', stored);
      expect(tab.open().scrollOfView()).toBeUndefined();
      await returnToList(tab.router, PATH, tab.storage);
      expect(tab.router.state.location).toMatchObject({ pathname: PATH, search: '', state: { restoresScroll: true } });
    },
  );

  it('of a list at another path is not used', async () => {
    await leaveForDetails();
    await returnToList(tab.router, '/inbox', tab.storage);
    expect(tab.router.state.location).toMatchObject({ pathname: '/inbox', search: '' });
  });
});
