/** Each state that a borrower can see has its story. */
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { seen } from '../support/stage.tsx';
import { statesOf } from '../support/story.tsx';

const files = import.meta.glob<Record<string, unknown>>('/src/views/**/*.stories.tsx', { eager: true });
const Story = v.object({ parameters: v.object({ flow: v.string(), state: v.string() }) });

const told = Object.values(files).flatMap((stories) =>
  Object.values(stories).flatMap((story) => {
    const parsed = v.safeParse(Story, story);
    return parsed.success ? [parsed.output.parameters] : [];
  }),
);

test.each(seen.map(({ model }) => ({ flow: model.machine.id, model })))(
  '$flow: a story for each state',
  ({ flow, model }) => {
    const states = new Set(told.filter((story) => story.flow === flow).map(({ state }) => state));
    expect([...states].sort()).toEqual(statesOf(model).sort());
  },
);
