/** Opens a flow log: a file input, onto which a file can be dropped too. */
import { useState } from 'react';
import { formatCount, formatDay, formatNumber, formatPercent } from '../traffic/words.ts';
import { formatAddress } from './address.ts';
import { useTraffic } from './traffic.tsx';
import './traffic.css';

export function OpenLog() {
  const { log, open, close } = useTraffic();
  const [isOver, setOver] = useState(false);
  return (
    <>
      {/* The input inside does the same for the keyboard. */}
      <div
        className={isOver ? 'drop is-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file !== undefined) open(file);
        }}
      >
        <label className="field">
          Open a flow log, or drop one here
          <input
            type="file"
            accept=".ndjson,.jsonl,.log,.txt"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file !== undefined) open(file);
              // The next one may have the same name, and is a change all the same.
              target.value = '';
            }}
          />
        </label>
      </div>
      <output>
        {log.status === 'reading' && `Reading ${log.name}: ${formatNumber(log.lines)} lines…`}
        {log.status === 'read' &&
          `${log.name}: ${formatNumber(log.traffic.rows)} rows of ${formatCount(log.traffic.flows.size, 'flow')}${
            log.traffic.rows === 0 ? '' : `, from ${formatDay(log.traffic.first)} to ${formatDay(log.traffic.last)}`
          }.`}
      </output>
      {log.status === 'failed' && (
        <p role="alert" className="problem">
          {log.name}: {log.problem}
        </p>
      )}
      {log.status !== 'none' && (
        <button type="button" onClick={close}>
          Close the log
        </button>
      )}
      <BadLines />
    </>
  );
}

function BadLines() {
  const { log } = useTraffic();
  if (log.status !== 'read' || log.traffic.bad.count === 0) return null;
  const { count, examples } = log.traffic.bad;
  return (
    <details>
      <summary className="problem">
        {formatNumber(count)} of {formatNumber(log.traffic.lines)} lines are not counted
      </summary>
      <ul className="log">
        {examples.map(({ line, problem }) => (
          <li key={line}>
            Line {line}: {problem}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The flows of the log, the busiest first. */
export function FlowsOfLog({ getTitle }: { readonly getTitle: (flow: string) => string | undefined }) {
  const { log, hasEnd } = useTraffic();
  if (log.status !== 'read' || log.traffic.flows.size === 0) return null;
  const flows = [...log.traffic.flows.values()].sort((a, b) => b.runs - a.runs);
  return (
    // A keyboard scrolls it, so it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className="wide flows-of-log" aria-label="Flows in the log" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Flow</th>
            <th scope="col">Runs</th>
            <th scope="col">Finished</th>
          </tr>
        </thead>
        <tbody>
          {flows.map(({ flow, runs, finished }) => (
            <tr key={flow}>
              <th scope="row">
                {getTitle(flow) === undefined ? (
                  `${flow} (unknown)`
                ) : (
                  <a href={formatAddress({ flow, panel: 'traffic' })}>{getTitle(flow)}</a>
                )}
              </th>
              <td className="number">{formatNumber(runs)}</td>
              <td className="number">{hasEnd(flow) ? formatPercent(finished, runs) : 'has no end'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
