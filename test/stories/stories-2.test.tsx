import { runStories } from './run-stories.tsx';

await runStories(1, 2);
