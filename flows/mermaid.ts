/** A machine as Mermaid text (`stateDiagram-v2`), for documents that draw it themselves. */
import { formatLabel, staysInside } from './box.ts';
import { ANYWHERE, type Diagram, type DiagramState } from './diagram.ts';

/** Words that Mermaid reads as keywords at the start of a line. */
const KEYWORDS =
  /^(?:accdescr|acctitle|as|class|classdef|click|default|direction|end|hide|href|note|scale|state|style)$/i;

/** Writes the characters that Mermaid reads as its own as entities. */
const clean = (text: string) =>
  text.replaceAll(/[#:;"{}]/g, (character) => `#${character.charCodeAt(0)};`).replaceAll(/\s+/g, ' ');

/** Returns the Mermaid ids of states: letters, digits and underscores only, and unique. */
function createIds(states: readonly string[]): (state: string) => string {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const state of states) {
    const plain = state.replaceAll(/[^A-Za-z0-9]/g, '_');
    const base = KEYWORDS.test(plain) ? `${plain}_` : plain;
    let id = base;
    for (let number = 2; taken.has(id); number += 1) id = `${base}_${number}`;
    taken.add(id);
    ids.set(state, id);
  }
  return (state) => ids.get(state) ?? state;
}

/** A parallel machine is drawn as a state, because Mermaid divides only the regions of a state. */
const MACHINE = '(machine)';

export function toMermaid(diagram: Diagram): string {
  const toId = createIds([ANYWHERE, MACHINE, ...diagram.states.map(({ id }) => id)]);
  const getChildren = (parent: string | null) => diagram.states.filter((state) => state.parent === parent);
  const isParallel = diagram.root?.isParallel === true;
  const start = (initial: string | undefined, indent: string): string[] =>
    initial === undefined ? [] : [`${indent}[*] --> ${toId(initial)}`];

  function drawInner(inner: readonly DiagramState[], isDivided: boolean, indent: string): string[] {
    const divider = isDivided ? [`${indent}--`] : [];
    return inner.flatMap((child, index) => [...(index > 0 ? divider : []), ...draw(child, indent)]);
  }

  function draw(state: DiagramState, indent: string): string[] {
    const id = toId(state.id);
    const about = [state.name, state.description, state.path ?? ''].map(clean).filter(Boolean).join('<br>');
    const inner = getChildren(state.id);
    return [
      `${indent}state "${about}" as ${id}`,
      ...(inner.length > 0
        ? [
            `${indent}state ${id} {`,
            ...start(state.initial, `${indent}  `),
            ...drawInner(inner, state.kind === 'parallel', `${indent}  `),
            `${indent}}`,
          ]
        : []),
      ...(state.kind === 'final' ? [`${indent}${id} --> [*]`] : []),
    ];
  }

  const arrows = new Map<string, string[]>();
  for (const transition of diagram.transitions) {
    const { from } = transition;
    for (const to of staysInside(transition) ? [from] : transition.to) {
      const label = clean(formatLabel(transition));
      const ends = `${toId(from)} --> ${toId(to)}`;
      // Mermaid draws only the last of several arrows from a state to itself.
      if (from === to) arrows.set(ends, [[...(arrows.get(ends) ?? []), label].join('<br>')]);
      else arrows.set(ends, [...(arrows.get(ends) ?? []), label]);
    }
  }
  const regions = getChildren(null);
  const lines = [
    'stateDiagram-v2',
    ...(diagram.transitions.some(({ from, to }) => from === ANYWHERE || to.includes(ANYWHERE))
      ? [`  state "in every state" as ${toId(ANYWHERE)}`]
      : []),
    ...start(diagram.initial, '  '),
    ...(isParallel
      ? [
          `  state "${clean(diagram.id)}" as ${toId(MACHINE)}`,
          `  state ${toId(MACHINE)} {`,
          ...drawInner(regions, true, '    '),
          '  }',
        ]
      : drawInner(regions, false, '  ')),
    ...[...arrows].flatMap(([ends, labels]) => labels.map((label) => `  ${ends} : ${label}`)),
  ];
  return `${lines.join('\n')}\n`;
}
