/** Paths for the screen tests and the stories, which are cached in `.cache/paths`. */
import * as v from 'valibot';
import type { FlowModel } from 'xstate-workbench/model';
import { type Path, isSeenOnScreen, generatePaths } from 'xstate-workbench/model/paths';
import { cachedExploration } from './exploration-cache.ts';
import { abandonedSubmissions } from './finish.ts';
import { type Way, shortestWay, listStates } from './states.ts';

export interface ScreenPaths {
  /** Paths that show every screen of a flow and every expectation of its model and of its invoked models. */
  readonly paths: readonly Path[];
  /** Shortest path to each state that has a story. */
  readonly stories: readonly { readonly state: string; readonly way: Way }[];
  /** Steps that stop a submission under way, which must be none. */
  readonly abandoned: readonly string[];
}

/** Schema of the cached paths. It only checks for the lists, because the cache wrote the file under its hash. */
const Stored = v.custom<ScreenPaths>((value) =>
  ['paths', 'stories', 'abandoned'].every((name) => Array.isArray(Reflect.get(Object(value), name))),
);

/** Returns the paths of a flow that the screen tests and the stories walk. */
export const findScreenPaths = (model: FlowModel): Promise<ScreenPaths> =>
  cachedExploration(model, 'paths', Stored, () => ({
    paths: generatePaths(model, { isWhole: true, isSelected: isSeenOnScreen }),
    abandoned: abandonedSubmissions(model),
    stories: listStates(model).map((state) => ({ state, way: shortestWay(model, state) })),
  }));
