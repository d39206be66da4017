/** The log-in page fits into the minimum height of a page, so the footer does not move when it appears. */
import { Busy } from '../../../ui/index.ts';

export const AskingIfSignInIsDown = () => <Busy isPageShort />;
