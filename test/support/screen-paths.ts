/** Paths for the screen tests, which are cached in `.cache/paths`. */
import * as v from 'valibot';
import type { FlowModel } from '#machines/kit/model.ts';
import { type Path, isSeenOnScreen, pathsOf } from '#flows/simulation/paths.ts';
import { cachedExploration } from './exploration-cache.ts';

/** Schema of the cached paths. It only checks for a list of paths, because the cache wrote the file under its hash. */
const Kept = v.custom<readonly Path[]>(
  (value) => Array.isArray(value) && value.every((path: unknown) => Object(path).steps !== undefined),
);

/** Returns the paths that show every screen of a flow and every expectation of its model and of its invoked models. */
export const screenPathsOf = (model: FlowModel): Promise<readonly Path[]> =>
  cachedExploration(model, 'paths', Kept, () => pathsOf(model, { isWhole: true, isWanted: isSeenOnScreen }));
