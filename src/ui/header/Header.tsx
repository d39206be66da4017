import { useCallback, useState, type ReactNode } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Drawer } from './Drawer.tsx';
import { NavEntry, NavTitle } from './NavEntry.tsx';
import { NavMenu } from './NavMenu.tsx';
import { isCurrent, type NavItem, waitingIn } from './nav-item.ts';
import { SearchBox } from './SearchBox.tsx';

export interface HeaderProps {
  /** Usually a `Logo`. Links to `homeHref`. */
  logo: ReactNode;
  homeHref: string;
  homeLabel: string;
  /** A second logo that opens an explanation. */
  coBrand?: { logo: ReactNode; label: string; onOpen: () => void } | undefined;
  /** Main navigation. Entries with children become dropdowns. Empty before sign-in. */
  nav?: readonly NavItem[] | undefined;
  /** The main navigation is loading. Reserves its row to avoid a layout shift. */
  isNavExpected?: boolean | undefined;
  /** Links of the top bar, beside the search box. */
  topNav?: readonly NavItem[] | undefined;
  /** Entries that only the drawer shows, before the others. */
  drawerOnly?: readonly NavItem[] | undefined;
  /** Profile menu of a signed-in user, including the 'Log Out' entry. */
  profile?: { name: string; items: readonly NavItem[] } | undefined;
  /** Log-in buttons for visitors. */
  actions?: ReactNode | undefined;
  onSearch?: ((term: string) => void) | undefined;
  /** Address of the current page. */
  current?: string | undefined;
  /** A line below the header, such as 'Authorized Payer for …' or 'Viewing the account of …'. */
  bar?: ReactNode | undefined;
}

/**
 * Header of every page. It has dropdowns from 1280 px, with one open at a time, and a 'Menu' button with a drawer below
 * that width.
 */
export function Header(props: HeaderProps) {
  const {
    logo,
    homeHref,
    homeLabel,
    coBrand,
    nav = [],
    isNavExpected = false,
    topNav = [],
    drawerOnly = [],
    profile,
    actions,
    onSearch,
    current,
    bar,
  } = props;
  const [openMenu, setOpenMenu] = useState<string>();
  const [drawer, setDrawer] = useState(false);
  const closeDrawer = useCallback(() => setDrawer(false), []);
  const toggle = (id: string) => (open: boolean) => setOpenMenu((was) => (open ? id : was === id ? undefined : was));
  const profileItem = profile ? [{ id: 'profile', title: profile.name, children: profile.items }] : [];
  const coBrandItem = coBrand ? [{ id: 'co-brand', title: coBrand.label, onSelect: coBrand.onOpen }] : [];
  const drawerItems = [...drawerOnly, ...nav, ...profileItem, ...topNav, ...coBrandItem];

  return (
    <header className="ui-header">
      <div className="ui-header__top">
        <a className="ui-header__home" href={homeHref} aria-label={homeLabel}>
          {logo}
        </a>
        {coBrand ? (
          <button type="button" className="ui-header__co-brand" aria-label={coBrand.label} onClick={coBrand.onOpen}>
            {coBrand.logo}
          </button>
        ) : null}
        <div className="ui-header__tools">
          <ul className="ui-header__links">
            {topNav.map((item) => (
              <li key={item.id}>
                <NavEntry item={item} current={current} />
              </li>
            ))}
          </ul>
          {onSearch ? <SearchBox id="site-search" onSearch={onSearch} /> : null}
          {actions}
        </div>
        {profile ? (
          <div className="ui-header__profile">
            <NavMenu
              label={
                <>
                  <Icon name="person" />
                  <span>{profile.name}</span>
                </>
              }
              items={profile.items}
              current={current}
              open={openMenu === 'profile'}
              onToggle={toggle('profile')}
            />
          </div>
        ) : null}
        <button type="button" className="ui-header__menu" aria-haspopup="dialog" onClick={() => setDrawer(true)}>
          <Icon name="menu" />
          <NavTitle item={{ id: 'menu', title: 'Menu', waiting: waitingIn(drawerItems) }} />
        </button>
      </div>
      {nav.length > 0 ? (
        <nav className="ui-header__main" aria-label="Main">
          <ul className="ui-header__items">
            {nav.map((item) => (
              <li key={item.id}>
                {item.children ? (
                  <NavMenu
                    label={<NavTitle item={item} />}
                    items={item.children}
                    current={current}
                    active={isCurrent(item, current)}
                    open={openMenu === item.id}
                    onToggle={toggle(item.id)}
                  />
                ) : (
                  <NavEntry item={item} current={current} />
                )}
              </li>
            ))}
          </ul>
        </nav>
      ) : isNavExpected ? (
        <div className="ui-header__main" />
      ) : null}
      {bar ? <div className="ui-header__bar">{bar}</div> : null}
      {drawer ? (
        <Drawer onClose={closeDrawer} items={drawerItems} current={current}>
          {onSearch ? (
            <SearchBox
              id="drawer-search"
              onSearch={(term) => {
                closeDrawer();
                onSearch(term);
              }}
            />
          ) : null}
          {actions}
        </Drawer>
      ) : null}
    </header>
  );
}
