/** Questions about a flow, from menus or as text, with their answers. */
import { useId, useMemo, useState } from 'react';
import { type Answer, type Question, type Thing, formatQuestion, listThings } from 'xstate-workbench/model/questions';
import type { RunNumbers } from 'xstate-workbench/model/run';
import type { Answered, Requested, Questions } from './questions.ts';
import type { Flow } from './workbench-machines.ts';

export interface QuestionsPanelProps {
  readonly flow: Flow;
  readonly questions: Questions;
  readonly onPlay: (run: RunNumbers) => void;
}

const KINDS = {
  reach: 'can reach … without …',
  never: 'never …',
  always: 'always …',
  leadsTo: '… leads to …',
  before: '… before …',
  required: 'what before …',
  leave: 'can leave, from every state',
} as const;
type Kind = keyof typeof KINDS;
const isKind = (text: string): text is Kind => text in KINDS;

const TITLES: Readonly<Record<Thing['kind'], string>> = { state: 'States', event: 'Events', call: 'Calls' };

/** Returns the question of the menus; undefined while one is empty. */
function toQuestion(kind: Kind, [first, second, third]: readonly (Thing | undefined)[]): Question | undefined {
  if (kind === 'leave') return { kind };
  if (first === undefined) return undefined;
  if (kind === 'reach') return { kind, thing: first, ...(second && { without: second }) };
  if (kind === 'leadsTo') return second && { kind, thing: first, to: [second, ...(third ? [third] : [])] };
  if (kind === 'before') return second && { kind, first, thing: second };
  return { kind, thing: first };
}

/** Names of the menus, by kind of question. */
const MENUS: Readonly<Record<Kind, readonly string[]>> = {
  reach: ['Reach', 'Without (optional)'],
  never: ['What never happens'],
  always: ['State'],
  leadsTo: ['From', 'Leads to', 'Or (optional)'],
  before: ['First', 'Then'],
  required: ['Before'],
  leave: [],
};

export function QuestionsPanel({ flow, questions, onPlay }: QuestionsPanelProps) {
  const things = useMemo(() => listThings(flow.model), [flow]);
  const [kind, setKind] = useState<Kind>('reach');
  const [chosen, setChosen] = useState<readonly (Thing | undefined)[]>([]);
  const [text, setText] = useState('');
  const claims = Object.keys(flow.model.claims);

  function choose(nextKind: Kind, next: readonly (Thing | undefined)[]): void {
    setKind(nextKind);
    setChosen(next);
    const question = toQuestion(nextKind, next);
    if (question !== undefined) setText(formatQuestion(question));
  }

  return (
    <>
      <p>A question is answered by trying everything that can happen.</p>
      {!flow.hasModel && (
        <p>
          This machine has no model: events have no payload, and contexts in which the same properties are empty count
          as equal. An answer is no proof.
        </p>
      )}
      <label className="field">
        Question
        <select value={kind} onChange={({ target }) => isKind(target.value) && choose(target.value, [])}>
          {Object.entries(KINDS).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {MENUS[kind].map((label, index) => (
        <ThingMenu
          key={label}
          label={label}
          things={kind === 'always' ? things.filter((thing) => thing.kind === 'state') : things}
          value={chosen[index]}
          onChange={(thing) => choose(kind, Object.assign([...chosen], { [index]: thing }))}
        />
      ))}
      <label className="field">
        As text
        <input
          value={text}
          placeholder="can reach receipt without event terms.accepted"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <AskButton flow={flow} questions={questions} requested={{ text }} isReady={text.trim() !== ''} onPlay={onPlay}>
        Ask
      </AskButton>
      {claims.length > 0 && (
        <section>
          <h3>Claims of the model</h3>
          <ul className="choices">
            {claims.map((claim) => (
              <li key={claim}>
                {claim}
                <AskButton flow={flow} questions={questions} requested={{ claim }} isReady onPlay={onPlay}>
                  Check <span className="visually-hidden">that {claim}</span>
                </AskButton>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ThingMenuProps {
  readonly label: string;
  readonly things: readonly Thing[];
  readonly value: Thing | undefined;
  readonly onChange: (thing: Thing | undefined) => void;
}

function ThingMenu({ label, things, value, onChange }: ThingMenuProps) {
  return (
    <label className="field">
      {label}
      <select
        value={value === undefined ? '' : things.indexOf(value)}
        onChange={({ target }) => onChange(target.value === '' ? undefined : things[Number(target.value)])}
      >
        <option value="">choose…</option>
        {(['state', 'event', 'call'] as const).map((kind) => (
          <optgroup key={kind} label={TITLES[kind]}>
            {things.map((thing, index) =>
              thing.kind === kind ? (
                <option key={thing.name} value={index}>
                  {thing.name}
                </option>
              ) : null,
            )}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

interface AskButtonProps extends QuestionsPanelProps {
  readonly requested: Requested;
  readonly isReady: boolean;
  readonly children: React.ReactNode;
}

function AskButton({ flow, questions, requested, isReady, onPlay, children }: AskButtonProps) {
  const [answered, setAnswered] = useState<{ readonly key: string; readonly answered?: Answered }>();
  const key = JSON.stringify(requested);
  const shown = answered?.key === key ? answered : undefined;
  const isBusy = shown !== undefined && shown.answered === undefined;

  function ask(): void {
    setAnswered({ key });
    void questions.ask(flow, requested).then((found) => setAnswered({ key, answered: found }));
  }

  return (
    <>
      <div className="buttons">
        <button type="button" disabled={!isReady || isBusy} onClick={ask}>
          {children}
        </button>
        {isBusy && (
          <button type="button" onClick={() => questions.stop()}>
            Cancel
          </button>
        )}
      </div>
      <output>{isBusy ? 'Trying everything that can happen…' : ''}</output>
      {shown?.answered && <Shown answered={shown.answered} onPlay={onPlay} />}
    </>
  );
}

const describeAnswer = ({ holds, states, list }: Answer): string =>
  `${list !== undefined && holds ? 'Answered' : holds ? 'Yes' : 'No'}: ${states} states were checked.`;

function Shown({ answered, onPlay }: { readonly answered: Answered } & Pick<QuestionsPanelProps, 'onPlay'>) {
  const id = useId();
  if ('problem' in answered) {
    return (
      <p role="alert" className="problem">
        {answered.problem}
      </p>
    );
  }
  const { answer } = answered;
  const { run } = answer;
  return (
    <section aria-labelledby={id}>
      <output id={id}>
        <strong>{describeAnswer(answer)}</strong>
      </output>
      {answer.list && answer.list.length > 0 && (
        <ul>
          {answer.list.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      {answer.list?.length === 0 && <p>There is none.</p>}
      {answer.problems.length > 0 && (
        <details>
          <summary>Not proved: {answer.problems.length} steps could not be tried</summary>
          <ul className="log">
            {answer.problems.map((text, index) => (
              <li key={index}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      {run !== undefined && (
        <button type="button" onClick={() => onPlay(run)}>
          Show the path ({run.length - 1} steps)
        </button>
      )}
    </section>
  );
}
