/**
 * Paths that take every transition of a flow. From where a walk stands it goes the shortest way to the nearest step that
 * still proves something, and on from there: a few long walks instead of many short ones.
 */
import type { AnyEventObject, StateValue } from 'xstate';
import type { FlowModel, Gesture } from '#machines/kit/model.ts';
import { type Exploration, type Place, type Start, type Step, explore } from './explore.ts';
import { type Moment, identityOf } from './moment.ts';
import { saysCause, saysState } from './sentences.ts';

interface Led {
  /** The names of the transitions that the step takes, as `flows/keys.ts` gives them. */
  readonly takes: readonly string[];
  readonly leadsTo: StateValue;
}

/** One step of a path. Plain data: a path can be kept, shown, and walked in a browser. */
export type PathStep = Led &
  (
    | { readonly kind: 'event'; readonly event: AnyEventObject; readonly gesture?: Gesture }
    | { readonly kind: 'outcome'; readonly id: string; readonly source: string; readonly outcome: string }
    | { readonly kind: 'delay'; readonly timer: string; readonly ms: number }
    | { readonly kind: 'route'; readonly to: string; readonly allowed: boolean }
  );

export interface Path {
  /** The kind of borrower, by its name in the model. */
  readonly input: string;
  readonly starts: Led;
  readonly steps: readonly PathStep[];
}

/** A walk breaks off after so many steps, so that one that fails is still readable. */
const LONGEST = 100;

/** A path as sentences, one per step. */
export const sentencesOf = ({ input, starts, steps }: Path): string[] => [
  `For "${input}" the flow starts in ${saysState(starts.leadsTo)}`,
  ...steps.map((step) => {
    const refused = step.kind === 'route' && !step.allowed ? ', in vain' : '';
    return `${saysCause(step)}${refused} -> ${saysState(step.leadsTo)}`;
  }),
];

/** A walk under way: the moment that was really reached, which the place only stands for. */
interface Walk {
  readonly start: Start;
  readonly steps: PathStep[];
  moment: Moment;
  place: Place;
  /** The step that was meant to be reached when the walk led elsewhere than foreseen. */
  strayed?: Step | undefined;
}

/** Paths that together take every transition that can be taken, try every outcome, and start every kind of borrower. */
export function pathsOf(model: FlowModel, longest = LONGEST): Path[] {
  const explored = explore(model);
  const open = new Set([...explored.places.values()].flatMap(({ steps }) => steps.flatMap(({ proves }) => proves)));
  const waiting = new Set(explored.starts);
  const paths: Path[] = [];

  const begin = (start: Start): Walk => {
    waiting.delete(start);
    return { start, steps: [], moment: start.place.moment, place: start.place };
  };
  const end = ({ start, steps }: Walk) =>
    paths.push({
      input: start.input,
      starts: { takes: start.takes, leadsTo: start.place.moment.snapshot.value },
      steps,
    });

  while (open.size > 0) {
    // Kinds of borrower that have not been walked yet go first, so that each walk begins with as much news as possible.
    const [route, start] = nearest(waiting.size > 0 ? [...waiting] : explored.starts, open);
    if (start === undefined) {
      if (waiting.size === 0) throw new Error(`Never reached: ${[...open].join(', ')}`);
      for (const each of waiting) end(begin(each));
      continue;
    }
    const walk = begin(start);
    let way: readonly Step[] = route;
    while (way.length > 0 && walk.steps.length < longest && go(explored, walk, way, open)) {
      way = nearest([walk], open)[0];
    }
    end(walk);
    const missed = walk.strayed?.proves.some((proof) => open.has(proof)) === true ? walk.strayed : undefined;
    if (missed !== undefined) end(exactly(explored, missed, begin, open));
  }
  for (const start of waiting) end(begin(start));
  return paths;
}

/**
 * The shortest way from any of these places to a step that proves something new, and from which place it leads. Steps
 * after which nothing can happen come last, since they end the walk.
 */
function nearest<From extends { readonly place: Place }>(
  from: readonly From[],
  open: ReadonlySet<string>,
): [readonly Step[], From | undefined] {
  const isNew = ({ proves }: Step) => proves.some((proof) => open.has(proof));
  const goingOn = search(from, (step) => isNew(step) && step.to.steps.length > 0);
  return goingOn[1] === undefined ? search(from, isNew) : goingOn;
}

function search<From extends { readonly place: Place }>(
  from: readonly From[],
  isWanted: (step: Step) => boolean,
): [readonly Step[], From | undefined] {
  const seen = new Map<Place, { step?: Step; before?: Place; from: From }>();
  for (const each of from) if (!seen.has(each.place)) seen.set(each.place, { from: each });
  for (const [place, trace] of seen) {
    const step = place.steps.find(isWanted);
    if (step !== undefined) return [[...traceBack(seen, place), step], trace.from];
    for (const next of place.steps) {
      if (!seen.has(next.to)) seen.set(next.to, { step: next, before: place, from: trace.from });
    }
  }
  return [[], undefined];
}

function traceBack(seen: ReadonlyMap<Place, { step?: Step; before?: Place }>, to: Place): Step[] {
  const trace = seen.get(to);
  return trace?.step && trace.before ? [...traceBack(seen, trace.before), trace.step] : [];
}

/**
 * Goes along a way. Says no where it led elsewhere than foreseen: two contexts with the same facts may differ in what
 * comes of the next event, and then the exploration's own way to that step has to be walked.
 */
function go({ model, simulator, places }: Exploration, walk: Walk, way: readonly Step[], open: Set<string>): boolean {
  for (const { cause, takes, proves, to } of way) {
    const happened = simulator.next(walk.moment, cause);
    const led = identityOf(model, happened.moment);
    const isForeseen = led === to.id && String(happened.takes) === String(takes);
    walk.steps.push(stepOf(walk.moment, { cause, takes: happened.takes }, happened.moment));
    for (const proof of isForeseen ? proves : happened.takes) open.delete(proof);
    walk.moment = happened.moment;
    walk.place = places.get(led) ?? walk.place;
    if (!isForeseen) {
      walk.strayed = way.at(-1);
      return false;
    }
  }
  return true;
}

/** The walk by which a step was first found, which holds for exactly the contexts that were met on it. */
function exactly(explored: Exploration, last: Step, begin: (start: Start) => Walk, open: Set<string>): Walk {
  const from = [...explored.places.values()].find(({ steps }) => steps.includes(last));
  const way = [last];
  let at = from;
  for (; at?.via !== undefined; at = at.via.from) way.unshift(at.via.step);
  const start = explored.starts.find(({ place }) => place === at);
  if (start === undefined) throw new Error(`No start leads to ${saysCause(last.cause)}`);
  const walk = begin(start);
  if (!go(explored, walk, way, open)) throw new Error(`The chart does not repeat itself: ${saysCause(last.cause)}`);
  return walk;
}

function stepOf(before: Moment, { cause, takes }: Pick<Step, 'cause' | 'takes'>, after: Moment): PathStep {
  const led = { takes, leadsTo: after.snapshot.value };
  if (cause.kind !== 'route') return { ...cause, ...led };
  const moved = JSON.stringify(before.snapshot.value) !== JSON.stringify(after.snapshot.value);
  return { ...cause, allowed: moved || takes.some((name) => name.endsWith('(allowed)')), ...led };
}
