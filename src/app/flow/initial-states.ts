/** The states in which flows start when pages are prerendered (`start/prerender.tsx`); undefined in a browser. */
import { createContext } from 'react';
import type { FlowHost } from './flow-host.ts';

export const InitialStates = createContext<FlowHost['getInitialState']>(undefined);
