import { createContext, useContext } from 'react';

/** Whether the portal has a page at an address. The app hands it in; where nobody does, every page is there. */
export const Pages = createContext<(path: string) => boolean>(() => true);

/** Asks whether the portal has a page: what is not there is not linked. */
export const usePages = (): ((path: string) => boolean) => useContext(Pages);
