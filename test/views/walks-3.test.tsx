/** Walks of the flows on the screen, part 3 of 3. Each part runs in its own page. */
import { walkFlows } from './walk-on-screen.tsx';

walkFlows(2, 3);
