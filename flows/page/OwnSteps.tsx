/** Steps of a simulation that are written by hand: an input, an event, an answer of an actor, results of guards. */
import { useId, useState } from 'react';
import { findGuards } from 'xstate-workbench/model/default-model';
import { formatValue } from 'xstate-workbench/model/context-diff';
import type { OwnStep } from 'xstate-workbench/model/run';
import { getImplementations } from 'xstate-workbench/model/xstate-internals';
import type { SimulatedState } from 'xstate-workbench/model/simulator';
import type { Flow } from './workbench-machines.ts';

interface JsonBoxProps {
  readonly label: string;
  readonly example: string;
  readonly buttons: Readonly<Record<string, (value: unknown) => void>>;
}

/** A text box for JSON. An empty box counts as `undefined`. */
function JsonBox({ label, example, buttons }: JsonBoxProps) {
  const [text, setText] = useState(example);
  const [problem, setProblem] = useState('');
  const id = useId();

  function submit(handle: (value: unknown) => void): void {
    try {
      const value: unknown = text.trim() === '' ? undefined : JSON.parse(text);
      setProblem('');
      handle(value);
    } catch (error) {
      setProblem(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  return (
    <div className="json-box">
      <label className="field">
        {label}
        <textarea
          rows={2}
          value={text}
          spellCheck={false}
          aria-describedby={problem === '' ? undefined : id}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {problem !== '' && (
        <p id={id} role="alert" className="problem">
          {problem}
        </p>
      )}
      {Object.entries(buttons).map(([name, handle]) => (
        <button key={name} type="button" onClick={() => submit(handle)}>
          {name}
        </button>
      ))}
    </div>
  );
}

/** The box for the input with which the machine starts. */
export const OwnInput = ({ onStart }: { readonly onStart: (step: OwnStep) => void }) => (
  <details>
    <summary>Start with an input</summary>
    <JsonBox label="Input as JSON" example="{}" buttons={{ Start: (input) => onStart({ input }) }} />
  </details>
);

interface OwnStepsProps {
  readonly state: SimulatedState;
  readonly onStep: (step: OwnStep) => void;
}

/** The boxes for an event, and for an answer of each running actor. */
export function OwnSteps({ state, onStep }: OwnStepsProps) {
  const [problem, setProblem] = useState('');

  function send(event: unknown): void {
    const type: unknown = Reflect.get(Object(event), 'type');
    setProblem(typeof type === 'string' ? '' : 'An event is an object with a type.');
    if (typeof type === 'string') onStep({ event: { ...Object(event), type } });
  }

  if (state.snapshot.status !== 'active') return null;
  return (
    <details>
      <summary>Send an event or an answer</summary>
      <JsonBox label="Event as JSON" example={'{ "type": "" }'} buttons={{ Send: send }} />
      {problem !== '' && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      {state.waiting.map(({ id, source }) => (
        <JsonBox
          key={id}
          label={`Answer of ${id === source ? id : `${source} (${id})`} as JSON`}
          example=""
          buttons={{
            'Is done': (answers) => onStep({ actor: id, answers }),
            Fails: (reason) =>
              onStep({ actor: id, throws: new Error(reason === undefined ? 'The actor failed' : formatValue(reason)) }),
          }}
        />
      ))}
    </details>
  );
}

interface GuardChoicesProps {
  readonly flow: Flow;
  readonly guards: Readonly<Record<string, boolean>>;
  readonly onChange: (guards: Readonly<Record<string, boolean>>) => void;
}

/** The choice of each guard's result. */
export function GuardChoices({ flow, guards, onChange }: GuardChoicesProps) {
  const names = findGuards(flow.machine);
  if (names.length === 0) return null;
  const { guards: implemented } = getImplementations(flow.machine);
  return (
    <details>
      <summary>Choose the results of guards</summary>
      {names.map((name) => (
        <label key={name} className="field">
          {name}
          <select
            value={String(guards[name] ?? '')}
            onChange={({ target: { value } }) => {
              const { [name]: _, ...others } = guards;
              onChange(value === '' ? others : { ...others, [name]: value === 'true' });
            }}
          >
            <option value="">{name in implemented ? 'as the machine decides' : 'not implemented: passes'}</option>
            <option value="true">passes</option>
            <option value="false">refuses</option>
          </select>
        </label>
      ))}
    </details>
  );
}
