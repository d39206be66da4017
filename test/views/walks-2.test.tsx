/** The flows on the screen, part 2 of 2: each part has a page of its own. */
import { walkFlows } from './walk-on-screen.tsx';

walkFlows(1, 2);
