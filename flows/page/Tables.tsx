/** Everything that the picture shows, as tables. */
import { useId } from 'react';
import type { CoverageMarks } from '../drawing.ts';
import {
  type Diagram,
  type DiagramRoot,
  type DiagramState,
  type DiagramTransition,
  formatPlace,
  formatTargets,
} from '../diagram.ts';
import type { Highlights } from './Shapes.tsx';

export interface TablesProps {
  readonly diagram: Diagram;
  readonly lit: Highlights;
  readonly marks: CoverageMarks | undefined;
  readonly getHref: (machine: string) => string | undefined;
  readonly onSelect: (state: string) => void;
}

const KINDS: Readonly<Record<DiagramState['kind'], string>> = {
  atomic: 'state',
  compound: 'state with states',
  parallel: 'parallel regions',
  final: 'end',
  history: 'history',
};

const MARKS = { taken: 'walked', open: 'not walked', excused: 'cannot be walked' } as const;

/** The heads of the columns of a table. */
export const Head = ({ names }: { readonly names: readonly string[] }) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

interface WideTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  /** The rows. */
  readonly children: React.ReactNode;
}

/** A table that scrolls separately if it is wider than the page. */
export function WideTable({ caption, heads, children }: WideTableProps) {
  const id = useId();
  return (
    // A keyboard scrolls it, so it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className="wide" aria-labelledby={id} tabIndex={0}>
      <table>
        <caption id={id}>{caption}</caption>
        <Head names={heads} />
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** The machine that a state invokes, as a link where the workbench has it. */
export function Invoked({
  invoke: { source, what, machine, input },
  getHref,
}: {
  readonly invoke: DiagramState['invokes'][number];
  readonly getHref: TablesProps['getHref'];
}) {
  const href = machine === undefined ? undefined : getHref(machine);
  const text = what === source ? source : `${source}: ${what}`;
  return (
    <>
      {href === undefined ? text : <a href={href}>{text}</a>}
      {input !== undefined && ` (input: ${input})`}
    </>
  );
}

const STATE_HEADS = ['State', 'Kind', 'Description', 'Address', 'Runs', 'On entry', 'On exit'];
const TRANSITION_HEADS = ['From', 'Cause', 'Condition', 'To', 'Actions'];

export function Tables({ diagram, lit, marks, getHref, onSelect }: TablesProps) {
  const { root, states, transitions } = diagram;
  return (
    <>
      <WideTable caption={`States (${states.length})`} heads={STATE_HEADS}>
        {root && (
          <tr>
            <th scope="row">every state</th>
            <WorkCells work={root} kinds={[root.isParallel && KINDS.parallel]} getHref={getHref} />
          </tr>
        )}
        {states.map((state) => (
          <StateRow
            key={state.id}
            state={state}
            isInitial={isInitial(diagram, state)}
            lit={lit}
            getHref={getHref}
            onSelect={onSelect}
          />
        ))}
      </WideTable>
      <WideTable
        caption={`Transitions (${transitions.length})`}
        heads={marks ? [...TRANSITION_HEADS, 'Walked'] : TRANSITION_HEADS}
      >
        {transitions.map((transition, index) => (
          <TransitionRow key={index} transition={transition} lit={lit} marks={marks} />
        ))}
      </WideTable>
    </>
  );
}

const isInitial = ({ initial, states }: Diagram, { id }: DiagramState) =>
  initial === id || states.some((state) => state.initial === id);

interface StateRowProps extends Pick<TablesProps, 'lit' | 'getHref' | 'onSelect'> {
  readonly state: DiagramState;
  readonly isInitial: boolean;
}

function StateRow({ state, isInitial: isFirst, lit, getHref, onSelect }: StateRowProps) {
  const isActive = lit.active.has(state.id);
  return (
    <tr className={isActive ? 'is-active' : ''}>
      <th scope="row">
        <button
          type="button"
          className="as-link"
          aria-pressed={lit.selected === state.id}
          onClick={() => onSelect(state.id)}
        >
          {state.id}
        </button>
      </th>
      <WorkCells
        work={state}
        kinds={[KINDS[state.kind], isFirst && 'first', isActive && 'active now']}
        getHref={getHref}
      />
    </tr>
  );
}

interface WorkCellsProps extends Pick<TablesProps, 'getHref'> {
  /** Transitions and actions of the machine in a state, or in every state. */
  readonly work: DiagramRoot & Partial<DiagramState>;
  readonly kinds: readonly (string | false | undefined)[];
}

const WorkCells = ({ work, kinds, getHref }: WorkCellsProps) => (
  <>
    <td>
      {[
        ...kinds,
        work.initialActions && `starts with ${work.initialActions.join(', ')}`,
        work.output !== undefined && `output: ${work.output}`,
      ]
        .filter(Boolean)
        .join(', ')}
    </td>
    <td>{work.description}</td>
    <td>{work.path}</td>
    <td>
      {work.invokes.map((invoke) => (
        <div key={invoke.id}>
          <Invoked invoke={invoke} getHref={getHref} />
        </div>
      ))}
    </td>
    <td>{work.entry.join(', ')}</td>
    <td>{work.exit.join(', ')}</td>
  </>
);

interface TransitionRowProps extends Pick<TablesProps, 'lit' | 'marks'> {
  readonly transition: DiagramTransition;
}

function TransitionRow({
  transition: { key, from, to, kind, label, condition, actions, reenter },
  lit,
  marks,
}: TransitionRowProps) {
  return (
    <tr className={lit.taken.has(key) ? 'is-active' : ''}>
      <th scope="row">{formatPlace(from)}</th>
      <td className={`cause ${kind}`}>{label}</td>
      <td>{condition}</td>
      <td>
        {formatTargets(to)}
        {reenter && ' (enters again)'}
      </td>
      <td>{actions.join(', ')}</td>
      {marks && <td>{MARKS[marks.get(key) ?? 'open']}</td>}
    </tr>
  );
}
