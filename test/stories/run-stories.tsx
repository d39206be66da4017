/**
 * Runs the stories with their play functions, and checks each with axe, as Storybook's own test runner does. All stories
 * of a page share one module graph; the runner's plugin would set up Storybook again for each of 70 files.
 */
import { composeStories, setProjectAnnotations } from '@storybook/react-vite';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { page } from 'vitest/browser';
import * as v from 'valibot';
import { violationsInPage } from '../support/axe-in-page.ts';
import preview from '../../.storybook/preview.tsx';

declare module 'vitest' {
  interface ProvidedContext {
    /** Story files that have tests. */
    readonly storyFiles: readonly string[];
  }
}

type StoryFile = Parameters<typeof composeStories>[0];

/** A story with the parts that run it. */
interface RunnableStory {
  readonly globals?: unknown;
  run(context: { readonly canvasElement: HTMLElement }): Promise<void>;
}

const isRunnable = (story: unknown): story is RunnableStory =>
  typeof story === 'function' && 'run' in story && typeof story.run === 'function';

setProjectAnnotations([preview]);

const files = import.meta.glob<StoryFile>(['/src/**/*.stories.tsx', '/test/stories/*.stories.tsx']);

/** The size of a page without the choice of a screen. */
const DEFAULT_SIZE = { width: '1200px', height: '900px' };

const Globals = v.object({ viewport: v.optional(v.object({ value: v.optional(v.string()) })) });
const Sizes = v.object({
  viewport: v.object({
    options: v.record(v.string(), v.object({ styles: v.object({ width: v.string(), height: v.string() }) })),
  }),
});
const sizes = v.parse(Sizes, preview.parameters).viewport.options;

/** Returns the screen of a story in pixels. */
function parseSize(globals: unknown): [number, number] {
  const { viewport } = v.parse(Globals, globals ?? {});
  const { width, height } = sizes[viewport?.value ?? '']?.styles ?? DEFAULT_SIZE;
  return [Number.parseInt(width, 10), Number.parseInt(height, 10)];
}

/** Runs the `part`th of `of` shares of the files, so that several pages run in parallel. */
export async function runStories(part: number, of: number): Promise<void> {
  const own = inject('storyFiles').filter((_, index) => index % of === part);
  for (const path of own) {
    const load = files[`/${path}`];
    if (load === undefined) throw new Error(`${path} is not a story file`);
    const composed: Readonly<Record<string, unknown>> = composeStories(await load());
    const stories = Object.entries(composed).map(([name, story]) => {
      if (!isRunnable(story)) throw new Error(`${path}: ${name} is not a story`);
      return { name, story };
    });
    describe(path, () => {
      let canvas: HTMLElement | undefined;
      afterEach(() => canvas?.remove());

      test.each(stories)('$name', async ({ story }) => {
        await page.viewport(...parseSize(story.globals));
        canvas = document.createElement('div');
        document.body.append(canvas);
        await story.run({ canvasElement: canvas });
        // A component alone is not in a landmark.
        expect(await violationsInPage({ rules: { region: { enabled: false } } })).toEqual([]);
      });
    });
  }
}
