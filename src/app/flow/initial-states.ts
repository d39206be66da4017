/** The states in which flows start where pages are rendered as HTML (`start/prerender.tsx`); undefined in a browser. */
import { createContext } from 'react';
import type { FlowHost } from './flow-host.ts';

export const InitialStates = createContext<FlowHost['getInitialState']>(undefined);
