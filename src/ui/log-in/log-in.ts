import { createContext, useContext } from 'react';

/** Context that tells whether log-in is available: neither the sign-in service nor the accounts are closed (P §4). */
export const LogInOffered = createContext(true);

/** Returns whether log-in buttons may appear. */
export const useLogInOffered = (): boolean => useContext(LogInOffered);
