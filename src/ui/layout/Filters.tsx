import type { ReactNode } from 'react';

/** Fields and buttons that choose what a list shows: in one line while there is room, aligned at the bottom. */
export const Filters = ({ children }: { children: ReactNode }) => <div className="ui-filters">{children}</div>;
