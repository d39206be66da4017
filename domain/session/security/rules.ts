/** The rules of the security page. */
import type { OwnUsername } from './shapes.ts';

/** Returns whether a person can end a username: not the one with which they are logged in. */
export const isEndable = ({ isCurrent, isFederal }: Pick<OwnUsername, 'isCurrent' | 'isFederal'>): boolean =>
  !isCurrent && !isFederal;
