import type { ReactNode } from 'react';

/** The fields and buttons that filter a list: in one line if there is room, aligned at the bottom. */
export const Filters = ({ children }: { children: ReactNode }) => <div className="ui-filters">{children}</div>;
