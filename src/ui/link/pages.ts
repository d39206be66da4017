import { createContext, useContext } from 'react';

/**
 * Context with a function that returns whether the portal has a page. The app provides it; by default every page
 * exists.
 */
export const Pages = createContext<(path: string) => boolean>(() => true);

/** Returns the function that checks whether the portal has a page. Pages that do not exist are not linked. */
export const usePages = (): ((path: string) => boolean) => useContext(Pages);
