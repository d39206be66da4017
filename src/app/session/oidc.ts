/** What the sign-in takes of its libraries: one file, which is loaded when it is first needed. */
export { decodeJwt } from 'jose';
export { ErrorResponse, InMemoryWebStorage, UserManager, WebStorageStateStore } from 'oidc-client-ts';
