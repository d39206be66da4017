/** Questions about a flow, from menus or as text, with their answers. */
import { useId, useMemo, useState } from 'react';
import {
  type Answer,
  QUESTION_FORMS,
  type QuestionForm,
  type Thing,
  formatQuestion,
  listThings,
} from 'xstate-workbench/model/questions';
import type { RunNumbers } from 'xstate-workbench/model/run';
import { LogList } from './LogList.tsx';
import type { Answered, Requested, Questions } from './questions.ts';
import type { Flow } from './workbench-machines.ts';

export interface QuestionsPanelProps {
  readonly flow: Flow;
  readonly questions: Questions;
  readonly onPlay: (run: RunNumbers) => void;
}

const [FIRST] = QUESTION_FORMS;

const TITLES: Readonly<Record<Thing['kind'], string>> = { state: 'States', event: 'Events', call: 'Calls' };

export function QuestionsPanel({ flow, questions, onPlay }: QuestionsPanelProps) {
  const things = useMemo(() => listThings(flow.model), [flow]);
  const [form, setForm] = useState<QuestionForm>(FIRST);
  const [chosen, setChosen] = useState<readonly (Thing | undefined)[]>([]);
  const [text, setText] = useState('');
  const claims = Object.keys(flow.model.claims);

  function choose(next: QuestionForm, named: readonly (Thing | undefined)[]): void {
    setForm(next);
    setChosen(named);
    const isComplete = next.things.slice(0, next.least).every((_, index) => named[index] !== undefined);
    const given = named.filter((thing) => thing !== undefined);
    if (isComplete) setText(formatQuestion({ kind: next.kind, things: given }));
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
        <select
          value={form.kind}
          onChange={({ target }) => choose(QUESTION_FORMS.find(({ kind }) => kind === target.value) ?? FIRST, [])}
        >
          {QUESTION_FORMS.map(({ kind, words, things: named }) => (
            <option key={kind} value={kind}>
              {words.map((word) => `${word}${named.length === 0 ? '' : '…'}`).join('')}
            </option>
          ))}
        </select>
      </label>
      {form.things.map((label, index) => (
        <ThingMenu
          key={label}
          label={label}
          things={form.kind === 'always' ? things.filter((thing) => thing.kind === 'state') : things}
          value={chosen[index]}
          onChange={(thing) => choose(form, Object.assign([...chosen], { [index]: thing }))}
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
  const { path } = answer;
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
          <LogList texts={answer.problems} />
        </details>
      )}
      {path?.problem !== undefined && <p className="problem">{path.problem}.</p>}
      {path !== undefined && (
        <button type="button" onClick={() => onPlay(path.run)}>
          Show the path ({path.run.length - 1} steps)
        </button>
      )}
    </section>
  );
}
