import { runStories } from './run-stories.tsx';

await runStories(0, 2);
