/** Full-text search over flows, their states, events, guards, actions and actors. */
import MiniSearch from 'minisearch';
import type { Diagram } from '../diagram.ts';

export interface SearchedFlow {
  readonly id: string;
  readonly title: string;
  readonly address: string;
  readonly diagram: Diagram;
}

export interface SearchResult {
  readonly id: string;
  readonly kind: 'flow' | 'state' | 'transition';
  readonly flow: string;
  /** The state to select; undefined for a flow as a whole. */
  readonly state?: string;
  /** The text of the result. */
  readonly text: string;
}

/** An entry of the index: the searched text and its result. */
interface Document {
  readonly id: string;
  readonly text: string;
  readonly words: string;
  readonly found: SearchResult;
}

const toDocument = (found: SearchResult, words: readonly string[]): Document => ({
  id: found.id,
  text: found.text,
  words: words.join(' '),
  found,
});

/** `canChooseMethod` is found by each of its words, `terms.accepted` as well. */
const splitWords = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((name) => [name, ...name.split(/(?<=\p{Ll})(?=\p{Lu})/u)])
    .filter((word) => word !== '');

function toDocuments({ id: flow, title, address, diagram }: SearchedFlow): Document[] {
  const whole = toDocument({ id: flow, kind: 'flow', flow, text: title }, [flow, title, address, diagram.description]);
  const states = diagram.states.map(
    ({ id: state, description, path = '', title: screen = '', invokes, entry, exit }): Document =>
      toDocument(
        {
          id: `${flow} ${state}`,
          kind: 'state',
          flow,
          state,
          text: description === '' ? state : `${state}: ${description}`,
        },
        [state, description, path, screen, ...invokes.flatMap(({ source, what }) => [source, what]), ...entry, ...exit],
      ),
  );
  const transitions = diagram.transitions.map(
    ({ key, from, to, label, condition = '', actions, description = '' }, index): Document =>
      toDocument(
        {
          id: `${flow} ${index}`,
          kind: 'transition',
          flow,
          state: from,
          text: to.length === 0 ? key : `${key} leads to ${to.join(' and ')}`,
        },
        [key, label, condition, ...to, ...actions, description],
      ),
  );
  return [whole, ...states, ...transitions];
}

/** Returns a function that finds the entries that contain all words of a query. */
export function createSearch(flows: readonly SearchedFlow[]): (query: string) => SearchResult[] {
  const documents = new Map(flows.flatMap(toDocuments).map((document) => [document.id, document]));
  const index = new MiniSearch<Document>({ fields: ['text', 'words'], tokenize: splitWords });
  index.addAll([...documents.values()]);
  return (query) =>
    index
      .search(query, { prefix: true, fuzzy: 0.15, combineWith: 'AND', boost: { text: 2 } })
      .flatMap(({ id }) => documents.get(String(id))?.found ?? []);
}
