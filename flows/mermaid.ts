/** A machine as Mermaid text (`stateDiagram-v2`), for documents that draw it themselves. */
import { formatLabel, staysInside } from './box.ts';
import { ANYWHERE, type Diagram, type DiagramState } from './diagram.ts';

/** Mermaid reads colons, semicolons and number signs as its own, and names without dots only. */
const toId = (state: string) => state.replaceAll(/[^A-Za-z0-9]/g, '_');
const clean = (text: string) =>
  text.replaceAll(':', ' -').replaceAll(';', ',').replaceAll('#', '').replaceAll('"', "'");

export function toMermaid(diagram: Diagram): string {
  const getChildren = (parent: string | null) => diagram.states.filter((state) => state.parent === parent);

  function draw(state: DiagramState, indent: string): string[] {
    const id = toId(state.id);
    const about = [state.name, clean(state.description), state.path].filter(Boolean).join('<br>');
    const inner = getChildren(state.id);
    const regions = state.kind === 'parallel' ? [`${indent}  --`] : [];
    const inside = inner.flatMap((child, index) => [...(index > 0 ? regions : []), ...draw(child, `${indent}  `)]);
    return [
      `${indent}state "${about}" as ${id}`,
      ...(inner.length > 0
        ? [`${indent}state ${id} {`, ...start(state.initial, `${indent}  `), ...inside, `${indent}}`]
        : []),
      ...(state.kind === 'final' ? [`${indent}${id} --> [*]`] : []),
    ];
  }

  const arrows = diagram.transitions.flatMap((transition) => {
    const targets = staysInside(transition) ? [transition.from] : transition.to;
    return targets.map((to) => `  ${toId(transition.from)} --> ${toId(to)} : ${clean(formatLabel(transition))}`);
  });
  const lines = [
    'stateDiagram-v2',
    ...(diagram.transitions.some(({ from }) => from === ANYWHERE) ? [`  state "in every state" as ${ANYWHERE}`] : []),
    ...start(diagram.initial, '  '),
    ...getChildren(null).flatMap((state) => draw(state, '  ')),
    ...arrows,
  ];
  return `${lines.join('\n')}\n`;
}

const start = (initial: string | undefined, indent: string): string[] =>
  initial === undefined ? [] : [`${indent}[*] --> ${toId(initial)}`];
