/** The menus for each kind of person, and the validity of the shipped menus (P §2.3, §2.4, §2.6). */
import { readFileSync, readdirSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Navigation, NavEntry } from '#domain/portal/navigation.ts';
import { findRoute } from '#domain/portal/routes.ts';
import { samplePerson as borrower } from '#domain/session/identity/samples.ts';
import { sampleConfiguration as configuration } from '#domain/portal/samples.ts';
import { buildFooterMenus, buildHeaderMenus, buildItems, getMenuName, findSidebar } from '#src/app/shell/navigation.ts';

const shipped = v.parse(Navigation, JSON.parse(readFileSync('public/navigation.json', 'utf8')));
const payer = { ...borrower, role: 'payer', familyName: 'Quist Family Trust' } as const;
const everywhere = { person: borrower, hasPage: () => true, configuration };
const listIds = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

describe('a menu entry', () => {
  const leaf = { id: 'a', title: 'A', routerLink: '/a' };
  const dropdown = { id: 'b', title: 'B', dropdown: true, children: [leaf] };

  it.each([[leaf], [{ id: 'a', title: 'A', url: 'https://a.example' }], [dropdown]])('may be %j', (entry) => {
    expect(v.safeParse(NavEntry, entry).issues).toBeUndefined();
  });

  it.each([
    ['has no target', { id: 'a', title: 'A' }],
    ['has two targets', { id: 'a', title: 'A', routerLink: '/a', url: 'https://example.org' }],
    ['leads to a host by a path', { id: 'a', title: 'A', routerLink: '//example.org' }],
    ['links to an unencrypted site', { id: 'a', title: 'A', url: 'http://example.org' }],
    ['has entries but is no dropdown', { ...leaf, children: [leaf] }],
    ['is an empty dropdown', { id: 'a', title: 'A', dropdown: true, children: [] }],
    ['is a dropdown without a list of entries', { ...dropdown, children: undefined }],
    ['is a dropdown with a path', { ...dropdown, routerLink: '/b' }],
    ['is a dropdown with a URL', { ...dropdown, url: 'https://b.example' }],
    ['has an unknown field', { id: 'a', title: 'A', routerLink: '/a', href: '/a' }],
  ])('that %s is rejected', (_, entry) => {
    expect(v.is(NavEntry, entry)).toBe(false);
  });

  it('is a link, a link in a new tab, or a dropdown; a link to the payment schedule restarts the payment', () => {
    const items = buildItems(
      [
        { id: 'in', title: 'In', routerLink: '/dashboard', icon: { class: 'home', position: 'before' } },
        { id: 'out', title: 'Out', url: 'https://example.org' },
        { id: 'pay', title: 'Make a Payment', routerLink: '/payments/payflow/schedule' },
      ],
      everywhere,
    );
    expect(items[0]).toMatchObject({ href: '/dashboard', newTab: false, icon: { name: 'home', position: 'before' } });
    expect(items[0]?.restarts).toBeUndefined();
    expect(items[1]).toMatchObject({ href: 'https://example.org', newTab: true });
    expect(items[2]).toMatchObject({ href: '/payments/payflow/schedule', restarts: true });
  });

  it('for the inbox shows the number of unread messages, if any', () => {
    const findInbox = (facts: object) =>
      buildHeaderMenus(shipped, { ...everywhere, ...facts })
        .main.flatMap((entry) => [entry, ...(entry.children ?? [])])
        .filter(({ waiting }) => waiting !== undefined);
    const waiting = { count: 5, what: 'unread' };
    // The closed menu shows it as well.
    expect(findInbox({ unreadMessages: 5 })).toMatchObject([
      { id: 'documents', waiting },
      { id: 'inbox', waiting },
    ]);
    expect(findInbox({ unreadMessages: 0 })).toEqual([]);
    expect(findInbox({})).toEqual([]);
  });

  it('has a unique id within its list', () => {
    const twice = [
      { id: 'a', title: 'A', routerLink: '/a' },
      { id: 'a', title: 'B', routerLink: '/b' },
    ];
    expect(v.is(Navigation, { ...shipped, top: twice })).toBe(false);
    expect(v.is(NavEntry, { id: 'c', title: 'C', dropdown: true, children: twice })).toBe(false);
    expect(v.is(Navigation, { ...shipped, top: twice.slice(1) })).toBe(true);
  });

  it('has its icon even if it is a dropdown', () => {
    const child = { id: 'b', title: 'B', routerLink: '/b' };
    const icon = { class: 'lock', position: 'after' } as const;
    expect(buildItems([{ id: 'a', title: 'A', dropdown: true, icon, children: [child] }], everywhere)).toMatchObject([
      { id: 'a', icon: { name: 'lock', position: 'after' }, children: [{ id: 'b' }] },
    ]);
  });

  it('is omitted if its page does not exist, like a dropdown without remaining entries', () => {
    const menu = [
      { id: 'a', title: 'A', dropdown: true, children: [{ id: 'b', title: 'B', routerLink: '/b' }] },
      { id: 'c', title: 'C', routerLink: '/c' },
    ];
    expect(listIds(buildItems(menu, { ...everywhere, hasPage: (path) => path === '/c' }))).toEqual(['c']);
  });
});

describe('the menus', () => {
  it('have no main entries before sign-in, and separate entries for payers', () => {
    expect(buildHeaderMenus(shipped, { ...everywhere, person: null })).toMatchObject({
      main: [],
      profile: [],
      drawer: [],
    });
    expect(buildHeaderMenus(shipped, everywhere).drawer).toMatchObject([{ title: 'Dashboard' }]);
    const payers = buildHeaderMenus(shipped, { ...everywhere, person: payer });
    expect(payers.drawer).toEqual([]);
    expect(listIds(payers.main)).toEqual(['make-a-payment', 'payment-activity', 'paying-for-somebody-else']);
  });

  it("show a borrower's first name, and the first word of a payer's last name", () => {
    expect(getMenuName(borrower)).toBe('Avery');
    expect(getMenuName(payer)).toBe('Quist');
  });

  it('link to the federal site for a password change with the federal identity', () => {
    const federal = buildHeaderMenus(shipped, { ...everywhere, person: { ...borrower, isFederalIdentity: true } });
    const entry = federal.profile.find(({ id }) => id === 'change-password');
    expect(entry).toMatchObject({ href: configuration.federalChangePasswordUrl, newTab: true });
    const own = buildHeaderMenus(shipped, everywhere).profile.find(({ id }) => id === 'change-password');
    expect(own).toMatchObject({ href: '/profile/change-password', newTab: false });
  });

  it('in the footer are the same for visitors, for payers and during maintenance', () => {
    const linksFor = (person: typeof borrower | typeof payer | null, isMaintenance: boolean) =>
      listIds(buildFooterMenus(shipped, { ...everywhere, person }, isMaintenance).links);
    const before = ['help', 'contact-us', 'scams'];
    expect(linksFor(null, false)).toEqual(before);
    expect(linksFor(payer, false)).toEqual(before);
    expect(linksFor(borrower, true)).toEqual(before);
    expect(linksFor(borrower, false)).toEqual(['help', 'contact-us', 'email-us']);
  });

  it('appear next to the configured static pages', () => {
    expect(findSidebar(shipped, 'help/interest', everywhere)?.heading).toBe('Your loans');
    expect(findSidebar(shipped, 'help', everywhere)?.heading).toBe('Help subjects');
    expect(findSidebar(shipped, 'help/of-a-deployment', everywhere)?.heading).toBe('Help subjects');
    expect(findSidebar(shipped, 'legal/privacy', everywhere)?.heading).toBe('Privacy and legal');
    expect(findSidebar(shipped, 'helpers', everywhere)).toBeUndefined();
  });

  it('contain each shipped help and legal page once, so that the sidebar can mark the current page', () => {
    const shippedPages = ['help', 'legal'].flatMap((folder) =>
      readdirSync(`content/pages/${folder}`).map((file) => `${folder}/${file.replace('.html', '')}`),
    );
    expect(shippedPages.length).toBeGreaterThan(30);
    for (const page of ['help', ...shippedPages]) {
      const links = findSidebar(shipped, page, everywhere)?.links ?? [];
      expect(
        links.filter(({ href }) => href === `/content/${page}`),
        page,
      ).toHaveLength(1);
    }
  });
});

it('the shipped menus contain only existing routes and static pages', () => {
  const all = JSON.stringify(shipped).matchAll(/"routerLink":"([^"]+)"/g);
  const paths = [...all].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => findRoute(path) === undefined)).toEqual([]);
  const missing = paths.filter((path) => {
    const [, page, place] = /^\/content\/([^#]+)(?:#(.+))?$/.exec(path) ?? [];
    if (page === undefined) return false;
    try {
      const text = readFileSync(`content/pages/${page}.html`, 'utf8');
      return text === '' || (place !== undefined && !text.includes(`id="${place}"`));
    } catch {
      return true;
    }
  });
  expect(missing).toEqual([]);
});
