/** The machines of another revision in a JSON file, as `npm run flows -- --compare` writes it. */
import * as v from 'valibot';
import { CAUSE_KINDS } from '../diagram.ts';
import type { VersionedFlow } from './catalog.ts';

const texts = v.array(v.string());
const text = v.exactOptional(v.string());

const Invoke = v.object({ id: v.string(), source: v.string(), what: v.string(), machine: text, input: text });

const actionLists = {
  invokes: v.array(Invoke),
  entry: texts,
  exit: texts,
  initialActions: v.exactOptional(texts),
  output: text,
};

const State = v.object({
  id: v.string(),
  name: v.string(),
  parent: v.nullable(v.string()),
  kind: v.picklist(['atomic', 'compound', 'parallel', 'final', 'history']),
  description: v.string(),
  tags: texts,
  path: text,
  title: text,
  route: v.exactOptional(v.object({ guard: text })),
  initial: text,
  history: v.exactOptional(v.picklist(['shallow', 'deep'])),
  ...actionLists,
});

const Transition = v.object({
  key: v.string(),
  from: v.string(),
  to: texts,
  kind: v.picklist(CAUSE_KINDS),
  label: v.string(),
  condition: text,
  actions: texts,
  description: text,
  reenter: v.exactOptional(v.literal(true)),
});

const Diagram = v.object({
  id: v.string(),
  description: v.string(),
  path: text,
  title: text,
  initial: text,
  root: v.exactOptional(v.object({ ...actionLists, isParallel: v.exactOptional(v.literal(true)) })),
  states: v.array(State),
  transitions: v.array(Transition),
});

const RevisionFile = v.object({
  revision: v.string(),
  commit: v.string(),
  flows: v.array(v.object({ id: v.string(), title: v.string(), diagram: Diagram })),
});

export interface Revision {
  /** The revision as it was named, such as `main~20`. */
  readonly revision: string;
  /** The abbreviated commit. */
  readonly commit: string;
  readonly flows: readonly VersionedFlow[];
}

/** Parses the file. Throws if the text is something else. */
export const parseRevision = (json: string): Revision => v.parse(RevisionFile, JSON.parse(json));
