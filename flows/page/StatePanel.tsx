/** The selected state: its description, its actors, and its transitions. */
import type { Diagram } from '../diagram.ts';
import { Invoked, formatPlace } from './Tables.tsx';

export interface StatePanelProps {
  readonly diagram: Diagram;
  readonly state: string | undefined;
  readonly getHref: (machine: string) => string | undefined;
  readonly onSelect: (state: string) => void;
}

export function StatePanel({ diagram, state: id, getHref, onSelect }: StatePanelProps) {
  const state = diagram.states.find((each) => each.id === id);
  if (state === undefined) return <p>Select a state in the picture or in the table.</p>;
  const outgoing = diagram.transitions.filter(({ from }) => from === id);
  const incoming = diagram.transitions.filter(({ from, to }) => from !== id && to.includes(state.id));
  return (
    <>
      <h3>{state.id}</h3>
      <p>{state.description}</p>
      <dl>
        {state.title !== undefined && <Row name="Title" value={state.title} />}
        {state.path !== undefined && <Row name="Address" value={state.path} />}
        {state.route?.guard !== undefined && <Row name="By address if" value={state.route.guard} />}
        {state.tags.length > 0 && <Row name="Tags" value={state.tags.join(', ')} />}
        {state.entry.length > 0 && <Row name="On entry" value={state.entry.join(', ')} />}
        {state.exit.length > 0 && <Row name="On exit" value={state.exit.join(', ')} />}
        {state.invokes.map((invoke) => (
          <Row key={invoke.id} name="Runs" value={<Invoked invoke={invoke} getHref={getHref} />} />
        ))}
      </dl>
      <h4>Leads out ({outgoing.length})</h4>
      <ul>
        {outgoing.map(({ key, label, condition, to }) => (
          <li key={key || label}>
            {label}
            {condition !== undefined && ` [${condition}]`}
            {to.length === 0 ? ': stays' : ': '}
            {to.map((target) => (
              <button key={target} type="button" className="as-link" onClick={() => onSelect(target)}>
                {target}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <h4>Leads here ({incoming.length})</h4>
      <ul>
        {incoming.map(({ key, from, label, condition }) => (
          <li key={key || `${from} ${label}`}>
            {formatPlace(from)}: {label}
            {condition !== undefined && ` [${condition}]`}
          </li>
        ))}
      </ul>
    </>
  );
}

const Row = ({ name, value }: { readonly name: string; readonly value: React.ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);
