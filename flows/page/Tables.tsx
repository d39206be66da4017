/** Everything that the picture shows, as tables. */
import { useId } from 'react';
import type { CoverageMarks } from '../drawing.ts';
import { ANYWHERE, type Diagram, type DiagramRoot, type DiagramState, type DiagramTransition } from '../diagram.ts';
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

/** A table that scrolls separately if it is wider than the page. */
export function WideTable({ caption, children }: { readonly caption: string; readonly children: React.ReactNode }) {
  const id = useId();
  return (
    // A keyboard scrolls it, so it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className="wide" aria-labelledby={id} tabIndex={0}>
      <table>
        <caption id={id}>{caption}</caption>
        {children}
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

export function Tables({ diagram, lit, marks, getHref, onSelect }: TablesProps) {
  return (
    <>
      <WideTable caption={`States (${diagram.states.length})`}>
        <thead>
          <tr>
            {['State', 'Kind', 'Description', 'Address', 'Runs', 'On entry', 'On exit'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {diagram.root && <RootRow root={diagram.root} getHref={getHref} />}
          {diagram.states.map((state) => (
            <StateRow
              key={state.id}
              state={state}
              isInitial={isInitial(diagram, state)}
              lit={lit}
              getHref={getHref}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </WideTable>
      <WideTable caption={`Transitions (${diagram.transitions.length})`}>
        <thead>
          <tr>
            {['From', 'Cause', 'Condition', 'To', 'Actions', ...(marks ? ['Walked'] : [])].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {diagram.transitions.map((transition, index) => (
            <TransitionRow key={index} transition={transition} lit={lit} marks={marks} />
          ))}
        </tbody>
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
      <td>
        {[
          KINDS[state.kind],
          isFirst && 'first',
          isActive && 'active now',
          state.initialActions && `starts with ${state.initialActions.join(', ')}`,
          state.output !== undefined && `output: ${state.output}`,
        ]
          .filter(Boolean)
          .join(', ')}
      </td>
      <td>{state.description}</td>
      <td>{state.path}</td>
      <td>
        {state.invokes.map((invoke) => (
          <div key={invoke.id}>
            <Invoked invoke={invoke} getHref={getHref} />
          </div>
        ))}
      </td>
      <td>{state.entry.join(', ')}</td>
      <td>{state.exit.join(', ')}</td>
    </tr>
  );
}

/** What the machine does in every state. */
const RootRow = ({ root, getHref }: { readonly root: DiagramRoot; readonly getHref: TablesProps['getHref'] }) => (
  <tr>
    <th scope="row">every state</th>
    <td>
      {[
        root.isParallel && KINDS.parallel,
        root.initialActions && `starts with ${root.initialActions.join(', ')}`,
        root.output !== undefined && `output: ${root.output}`,
      ]
        .filter(Boolean)
        .join(', ')}
    </td>
    <td>{''}</td>
    <td>{''}</td>
    <td>
      {root.invokes.map((invoke) => (
        <div key={invoke.id}>
          <Invoked invoke={invoke} getHref={getHref} />
        </div>
      ))}
    </td>
    <td>{root.entry.join(', ')}</td>
    <td>{root.exit.join(', ')}</td>
  </tr>
);

interface TransitionRowProps extends Pick<TablesProps, 'lit' | 'marks'> {
  readonly transition: DiagramTransition;
}

export const formatPlace = (state: string): string => (state === ANYWHERE ? 'every state' : state);

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
        {to.length === 0 ? 'stays' : to.map(formatPlace).join(', ')}
        {reenter && ' (enters again)'}
      </td>
      <td>{actions.join(', ')}</td>
      {marks && <td>{MARKS[marks.get(key) ?? 'open']}</td>}
    </tr>
  );
}
