/** The events between a story and the Flow panel of Storybook. */
import type { Shape } from '#flows/drawing.ts';

/** The panel is open and waits for the flow of the story. */
export const FLOW_WANTED = 'flow-panel/wanted';
/** The flow of the story: a `ShownFlow`. */
export const FLOW_SHOWN = 'flow-panel/shown';
/** The ids of the active states. */
export const FLOW_ACTIVE = 'flow-panel/active';
/** A state was selected, by its id. */
export const STATE_CHOSEN = 'flow-panel/chosen';
/** No story shows the selected state. */
export const STORY_MISSING = 'flow-panel/missing';

export interface ShownFlow {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  readonly states: readonly string[];
  readonly active: readonly string[];
}
