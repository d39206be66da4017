/** Keeps a state open when another URL is requested, for example while a request is in flight. */
export const staysHere = { 'xstate.route': {} } as const;
