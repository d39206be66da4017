import { createContext, useContext, type ReactNode } from 'react';

/** Path data on a grid of 24 by name, as `public/icons.json` holds it. */
export type Icons = Readonly<Record<string, string>>;

const IconsContext = createContext<Icons>({});

/** Hands the icons that were loaded at startup to every {@link Icon} below. */
export function IconProvider({ icons, children }: { icons: Icons; children: ReactNode }) {
  return <IconsContext value={icons}>{children}</IconsContext>;
}

/** A named icon. It never carries meaning alone: text stands beside it. An unknown name draws nothing. */
export function Icon({ name, size = 'text' }: { name: string; size?: 'text' | 'large' | undefined }) {
  const path = useContext(IconsContext)[name];
  if (path === undefined) return null;
  return (
    <svg className="ui-icon" data-size={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
