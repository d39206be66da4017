/** The selected state: its description, its actors, and its transitions. */
import { Fragment } from 'react';
import { ANYWHERE, type Diagram, type DiagramTransition, formatPlace } from '../diagram.ts';
import { Invoked } from './Tables.tsx';

export interface StatePanelProps {
  readonly diagram: Diagram;
  readonly state: string | undefined;
  readonly getHref: (machine: string) => string | undefined;
  readonly onSelect: (state: string) => void;
}

export function StatePanel({ diagram, state: id, getHref, onSelect }: StatePanelProps) {
  const state = diagram.states.find((each) => each.id === id);
  if (state === undefined) return <p>Select a state in the picture or in the table.</p>;
  const { transitions } = diagram;
  const isInside = (other: string) => other.startsWith(`${state.id}.`);
  const isHere = (other: string) => other === state.id || isInside(other);
  const isAround = (other: string) => other === ANYWHERE || state.id.startsWith(`${other}.`);
  const out: Ways = {
    '': transitions.filter(({ from }) => from === state.id),
    'From the states within': transitions.filter(({ from, to }) => isInside(from) && !to.every(isHere)),
    'From the states around it': transitions.filter(({ from }) => isAround(from)),
  };
  const incoming: Ways = {
    '': transitions.filter(({ from, to }) => from !== state.id && to.includes(state.id)),
    'To the states within': transitions.filter(({ from, to }) => !isHere(from) && to.some(isInside)),
  };
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
      <StateWays title="Leads out" ways={out} onSelect={onSelect} />
      <StateWays title="Leads here" ways={incoming} isIncoming onSelect={onSelect} />
    </>
  );
}

const Row = ({ name, value }: { readonly name: string; readonly value: React.ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
);

/** Transitions in groups, by their headings. */
type Ways = Readonly<Record<string, readonly DiagramTransition[]>>;

interface WaysProps extends Pick<StatePanelProps, 'onSelect'> {
  readonly title: string;
  readonly ways: Ways;
  readonly isIncoming?: boolean;
}

function StateWays({ title, ways, isIncoming = false, onSelect }: WaysProps) {
  const groups = Object.entries(ways).filter(([, some]) => some.length > 0);
  return (
    <>
      <h4>
        {title} ({groups.reduce((sum, [, some]) => sum + some.length, 0)})
      </h4>
      {groups.map(([heading, some]) => (
        <Fragment key={heading}>
          {heading !== '' && <h5>{heading}</h5>}
          <ul>
            {some.map(({ key, from, label, condition, to }, index) => (
              <li key={`${key} ${index}`}>
                {(isIncoming || heading !== '') && (
                  <>
                    <StateLink state={from} onSelect={onSelect} />:{' '}
                  </>
                )}
                {label}
                {condition !== undefined && ` [${condition}]`}
                {(!isIncoming || heading !== '') && (to.length === 0 ? ': stays' : ': ')}
                {(!isIncoming || heading !== '') &&
                  to.map((target) => <StateLink key={target} state={target} onSelect={onSelect} />)}
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </>
  );
}

function StateLink({ state, onSelect }: { readonly state: string } & Pick<StatePanelProps, 'onSelect'>) {
  if (state === ANYWHERE) return formatPlace(state);
  return (
    <button type="button" className="as-link" onClick={() => onSelect(state)}>
      {state}
    </button>
  );
}
