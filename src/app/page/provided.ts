import { type Provider, createContext, useContext } from 'react';

/**
 * Creates the context of some parts of the started portal. Returns its provider, and the hook that reads them. The hook
 * throws outside a started portal. `what` names the parts in that error.
 */
export function provided<Parts extends object>(what: string): readonly [Provider<Parts | null>, () => Parts] {
  const Context = createContext<Parts | null>(null);
  const useParts = (): Parts => {
    const parts = useContext(Context);
    if (parts === null) throw new Error(`The portal has not started: ${what}`);
    return parts;
  };
  return [Context.Provider, useParts];
}
