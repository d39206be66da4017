import { createContext, useContext } from 'react';

/** Whether logging in is offered: neither the sign-in service nor the accounts are closed (P §4). */
export const LogInOffered = createContext(true);

/** Asks whether a log-in button may stand here. */
export const useLogInOffered = (): boolean => useContext(LogInOffered);
