/** Steps through a flow: choose an event, go back, play a generated path, inspect changes of the context. */
import { useEffect, useEffectEvent, useState } from 'react';
import { renamedNote } from '../renamed-states.ts';
import { contextDiff, formatValue } from 'xstate-workbench/model/context-diff';
import { type Path, generatePaths } from 'xstate-workbench/model/paths';
import {
  type Choice,
  type OwnStep,
  type PlayablePath,
  type Run,
  type RunNumbers,
  type RunStep,
  listChoices,
  listInputs,
  toRun,
} from 'xstate-workbench/model/run';
import { describeState } from 'xstate-workbench/model/sentences';
import type { Simulator } from 'xstate-workbench/model/simulator';
import { Buttons } from './Buttons.tsx';
import { LogList } from './LogList.tsx';
import { GuardChoices, OwnInput, OwnSteps } from './OwnSteps.tsx';
import type { Address } from './address.ts';
import type { Flow } from './workbench-machines.ts';

export interface SimulationProps {
  readonly flow: Flow;
  readonly address: Address;
  readonly run: Run;
  readonly simulator: Simulator;
  readonly onGo: (run: RunNumbers, step: number) => void;
  readonly onGuards: (guards: Readonly<Record<string, boolean>>) => void;
}

const SPEEDS = { '0.5': 2_000, '1': 1_000, '2': 500, '4': 250 } as const;
type Speed = keyof typeof SPEEDS;
const isSpeed = (text: string): text is Speed => text in SPEEDS;

const LONGEST_TITLE = 100;

/**
 * Returns the title of a choice. If event payloads are too long to distinguish, the title contains the number of the
 * model's case.
 */
function formatTitle({ label, index }: Choice, all: readonly Choice[]): string {
  if (label.length <= LONGEST_TITLE) return label;
  const [name = ''] = label.split(' (');
  const cases = all.filter((each) => each.label.startsWith(`${name} (`));
  const number = cases.findIndex((each) => each.index === index) + 1;
  return `${name}, case ${number} of ${cases.length}: ${shortened(label.slice(name.length + 1), LONGEST_TITLE)}`;
}

/** A payload may be as long as a form. */
const shortened = (text: string, longest: number) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const GROUPS: readonly { readonly kind: Choice['kind']; readonly title: string }[] = [
  { kind: 'event', title: 'Events' },
  { kind: 'outcome', title: 'Answers of actors' },
  { kind: 'delay', title: 'Time' },
  { kind: 'route', title: 'Addresses' },
];

export function Simulation({ flow, address, run, simulator, onGo, onGuards }: SimulationProps) {
  const inputs = listInputs(simulator);
  const numbers = address.run ?? [];
  const at = address.step ?? 0;
  const current = run.steps[at];
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>('1');
  /** Why the path that was chosen last ends early. */
  const [stop, setStop] = useState<string>();

  const last = run.steps.length - 1;
  const playNext = useEffectEvent(() => {
    if (at < last) onGo(numbers, at + 1);
    if (at + 1 >= last) setPlaying(false);
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => playNext(), SPEEDS[speed]);
    return () => clearInterval(timer);
  }, [isPlaying, speed]);

  const [first = ''] = numbers;
  const isOwnInput = typeof first === 'object';
  const choose = (index: number | OwnStep) => {
    setStop(undefined);
    onGo([...numbers.slice(0, at + 1), index], at + 1);
  };
  const start = (input: number | OwnStep) => {
    setPlaying(false);
    setStop(undefined);
    onGo([input], 0);
  };

  return (
    <>
      {!flow.hasModel && (
        <p>
          This machine has no model: events have no payload, actors answer nothing, and what is only named has a
          stand-in.
        </p>
      )}
      <details open={current === undefined}>
        <summary>Start, guards and paths</summary>
        <label className="field">
          Starts for
          <select value={isOwnInput ? 'own' : first} onChange={({ target }) => start(Number(target.value))}>
            {current === undefined && <option value="">choose…</option>}
            {isOwnInput && <option value="own">your input</option>}
            {inputs.map((input, index) => (
              <option key={input} value={index}>
                {input}
              </option>
            ))}
          </select>
        </label>
        <OwnInput onStart={start} />
        <GuardChoices flow={flow} guards={address.guards ?? {}} onChange={onGuards} />
        <Paths
          key={JSON.stringify(address.guards)}
          simulator={simulator}
          onPlay={(path) => {
            setStop(path.problem);
            onGo(path.run, 0);
            setPlaying(true);
          }}
        />
      </details>
      {current === undefined ? (
        <p className={run.problem === undefined ? undefined : 'problem'}>
          {run.problem ?? 'Choose for whom the flow starts, or play a generated path.'}
        </p>
      ) : (
        <>
          <Buttons name="Steps">
            <button type="button" disabled={at === 0} onClick={() => onGo(numbers, at - 1)}>
              Step back
            </button>
            <button type="button" disabled={at >= last} onClick={() => onGo(numbers, at + 1)}>
              Step forward
            </button>
            <button type="button" disabled={at >= last} onClick={() => setPlaying(!isPlaying)}>
              {isPlaying ? 'Pause' : 'Play'}
            </button>
            <label className="field inline">
              Steps per second
              <select value={speed} onChange={({ target }) => isSpeed(target.value) && setSpeed(target.value)}>
                {['0.5', '1', '2', '4'].map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
          </Buttons>
          <output>
            Step {at} of {last}: {shortened(current.label, 80)}. Now in{' '}
            <strong>{describeState(current.state.snapshot.value)}</strong>
            {current.state.snapshot.status === 'active' ? '.' : `, ${current.state.snapshot.status}.`}
          </output>
          {run.problem !== undefined && (
            <p className="problem">
              {run.problem}.{renamedNote(flow.renamed, flow.id)}
            </p>
          )}
          {stop !== undefined && <p className="problem">{stop}.</p>}
          <Choices choices={listChoices(simulator, current.state)} onChoose={choose} />
          <OwnSteps state={current.state} onStep={choose} />
          <Changes before={run.steps[at - 1]} after={current} />
        </>
      )}
    </>
  );
}

function Choices({
  choices,
  onChoose,
}: {
  readonly choices: readonly Choice[];
  readonly onChoose: (index: number) => void;
}) {
  if (choices.length === 0) return <p>No further event is possible.</p>;
  return GROUPS.map(({ kind, title }) => {
    const some = choices.filter((choice) => choice.kind === kind);
    if (some.length === 0) return null;
    return (
      <section key={kind}>
        <h3>{title}</h3>
        <ul className="choices">
          {some.map((choice) => (
            <li key={choice.index}>
              <button type="button" className={choice.isTaken ? '' : 'refused'} onClick={() => onChoose(choice.index)}>
                <span>{formatTitle(choice, some)}</span>
                <small>
                  {choice.problem ?? (choice.isTaken ? `leads to ${choice.leadsTo}` : 'nothing follows here')}
                  {choice.gesture !== undefined && `; ${choice.gesture}`}
                </small>
                {choice.refusals.map((refusal) => (
                  <small key={refusal}>{refusal}</small>
                ))}
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

/** The changes and effects of the last step. */
function Changes({ before, after }: { readonly before: RunStep | undefined; readonly after: RunStep }) {
  const { snapshot } = after.state;
  const changed = before === undefined ? [] : contextDiff(before.state.snapshot.context, snapshot.context);
  const { calls, emitted, notified, waits } = after.effects;
  const done = [
    ...after.takes,
    ...after.refusals,
    ...Object.entries(calls).map(
      ([id, input]) => `starts ${id}${input === undefined ? '' : ` with ${formatValue(input)}`}`,
    ),
    ...emitted.map((event) => `emits ${formatValue(event)}`),
    ...notified.map((event) => `tells its parent ${formatValue(event)}`),
    ...waits.map((ms) => `waits ${ms} ms`),
  ];
  return (
    <section>
      <h3>What the step did</h3>
      {done.length === 0 ? <p>Nothing.</p> : <LogList texts={done} />}
      <h3>Context</h3>
      {changed.length === 0 ? (
        <p>{before === undefined ? 'This is the context at the start.' : 'The step changed nothing in the context.'}</p>
      ) : (
        <table className="changes">
          <thead>
            <tr>
              <th scope="col">Property</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(({ path, before: was, after: is }) => (
              <tr key={path}>
                <th scope="row">{path}</th>
                <td>{was === undefined ? 'none' : <del>{was}</del>}</td>
                <td>{is === undefined ? 'none' : <ins>{is}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <details>
        <summary>Whole context</summary>
        <dl>
          {Object.entries(Object(snapshot.context)).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatValue(value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}

type Made = { readonly paths: readonly Path[]; readonly problems: readonly string[] } | { readonly problem: string };

/** The generated paths. They are computed on demand: for a large flow that takes a second or two. */
function Paths({
  simulator,
  onPlay,
}: {
  readonly simulator: Simulator;
  readonly onPlay: (path: PlayablePath) => void;
}) {
  const [made, setMade] = useState<Made | 'underWay'>();

  function make(): void {
    setMade('underWay');
    // The words are painted before the computation keeps the thread busy.
    setTimeout(() => {
      try {
        const problems: string[] = [];
        const paths = generatePaths(simulator.model, { onProblem: (each) => problems.push(each) });
        setMade({ paths, problems });
      } catch (thrown) {
        setMade({ problem: thrown instanceof Error ? thrown.message : String(thrown) });
      }
    }, 50);
  }

  if (made === undefined) {
    return (
      <button type="button" onClick={make}>
        Generate paths
      </button>
    );
  }
  if (made === 'underWay') return <output>Generating paths through every transition…</output>;
  if ('problem' in made) return <p className="problem">{made.problem}</p>;
  return (
    <>
      <label className="field">
        Play a path
        <select
          value=""
          onChange={({ target }) => {
            const path = made.paths[Number(target.value)];
            if (path !== undefined) onPlay(toRun(simulator, path));
          }}
        >
          <option value="">{made.paths.length} paths take every transition…</option>
          {made.paths.map(({ input, steps }, index) => (
            <option key={index} value={index}>
              {index + 1}: {input}, {steps.length} steps
            </option>
          ))}
        </select>
      </label>
      {made.problems.length > 0 && (
        <details>
          <summary>Left out ({made.problems.length})</summary>
          <LogList texts={made.problems} />
        </details>
      )}
    </>
  );
}
