import { type ReactNode, useSyncExternalStore } from 'react';
import { NavEntry } from '../header/NavEntry.tsx';
import type { NavItem } from '../header/nav-item.ts';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { Icon } from '../icon/Icon.tsx';

export interface FooterProps {
  logo: ReactNode;
  /** The most important links, in one line. */
  links?: readonly NavItem[] | undefined;
  columns?: readonly { title: string; links: readonly NavItem[] }[] | undefined;
  /** Rendered as icons. Screen readers read the title. */
  social?: readonly NavItem[] | undefined;
  /** Contact information of the servicer, at the right. */
  children?: ReactNode | undefined;
  /** Additional text of the contact block, collapsed to its title on a phone. */
  about?: { title: string; text: ReactNode } | undefined;
  copyright: ReactNode;
  copyrightLinks?: readonly NavItem[] | undefined;
  version: string;
}

/** Breakpoint for columns side by side, as in `_media.scss`. */
const WIDE = '(min-width: 40em)';

function watchWidth(onChange: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}

interface FooterColumnProps {
  title: string;
  links: readonly NavItem[];
  /** Undefined if the width is unknown. The stylesheet then shows one of the two layouts. */
  isWide: boolean | undefined;
}

/**
 * Renders the collapsed layout on a phone and the expanded layout on a wide screen. Renders both if the width is
 * unknown.
 */
function byWidth(isWide: boolean | undefined, folded: ReactNode, open: ReactNode): ReactNode {
  if (isWide !== undefined) return isWide ? open : folded;
  return (
    <>
      {folded}
      {open}
    </>
  );
}

/** Group of links, collapsed to its title on a phone. */
function FooterColumn({ title, links, isWide }: FooterColumnProps) {
  return byWidth(
    isWide,
    <Disclosure summary={<h2>{title}</h2>}>
      <FooterLinks items={links} />
    </Disclosure>,
    <section className="ui-footer__column">
      <h2>{title}</h2>
      <FooterLinks items={links} />
    </section>,
  );
}

/** Footer of every page: two rows on a wide screen, collapsed columns on a phone. */
export function Footer({
  logo,
  links = [],
  columns = [],
  social = [],
  children,
  about,
  copyright,
  copyrightLinks = [],
  version,
}: FooterProps) {
  const isWide = useSyncExternalStore<boolean | undefined>(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => undefined,
  );
  return (
    <footer className="ui-footer">
      <div className="ui-footer__frame">
        <div className="ui-footer__brand">
          {logo}
          {links.length > 0 ? (
            <nav className="ui-footer__links" aria-label="Footer">
              <FooterLinks items={links} />
            </nav>
          ) : null}
          {social.length > 0 ? (
            <ul className="ui-footer__social">
              {social.map(({ id, title, href, icon }) => (
                <li key={id}>
                  <a href={href} target="_blank" rel="noopener">
                    <Icon name={icon?.name ?? 'launch'} />
                    <span className="ui-sr">{title} (opens in a new tab)</span>
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <div className="ui-footer__columns">
          {columns.map((column) => (
            <FooterColumn key={column.title} {...column} isWide={isWide} />
          ))}
        </div>
        {children ? (
          <div className="ui-footer__block">
            {children}
            {about
              ? byWidth(
                  isWide,
                  <Disclosure summary={<h2>{about.title}</h2>}>{about.text}</Disclosure>,
                  <div className="ui-footer__about">{about.text}</div>,
                )
              : null}
          </div>
        ) : null}
        <div className="ui-footer__end">
          <div className="ui-footer__copyright">{copyright}</div>
          <FooterLinks items={copyrightLinks} />
          <p className="ui-footer__version">Version: {version}</p>
        </div>
      </div>
    </footer>
  );
}

function FooterLinks({ items }: { items: readonly NavItem[] }) {
  if (items.length === 0) return null;
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          <NavEntry item={item} />
        </li>
      ))}
    </ul>
  );
}
