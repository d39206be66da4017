import { createContext, useContext, type ReactNode } from 'react';

/** SVG path data by icon name on a 24 px grid, as in `public/icons.json`. */
export type Icons = Readonly<Record<string, string>>;

const IconsContext = createContext<Icons>({});

/** Provides the icons that were loaded at startup to each {@link Icon} below. */
export function IconProvider({ icons, children }: { icons: Icons; children: ReactNode }) {
  return <IconsContext value={icons}>{children}</IconsContext>;
}

/**
 * Icon by name. It is decorative, so its meaning must also be in adjacent text. Renders nothing for an unknown name.
 */
export function Icon({ name, size = 'text' }: { name: string; size?: 'text' | 'large' | undefined }) {
  const path = useContext(IconsContext)[name];
  if (path === undefined) return null;
  return (
    <svg className="ui-icon" data-size={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
