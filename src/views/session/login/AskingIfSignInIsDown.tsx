/** The log-in page is shorter than the window, so the footer does not move when it appears. */
import { Busy } from '../../../ui/index.ts';

export const AskingIfSignInIsDown = () => <Busy isPageShort />;
