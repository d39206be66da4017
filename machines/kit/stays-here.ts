/** Events of a state that a request for another address does not leave, such as one with a request in flight. */
export const staysHere = { 'xstate.route': {} } as const;
