/** Opens a flow log: a file input, onto which a file can be dropped too. */
import { useState } from 'react';
import { formatCount, formatDay, formatNumber, formatPercent } from '../traffic/words.ts';
import { formatAddress } from './address.ts';
import { FileField } from './FileField.tsx';
import { LogList } from './LogList.tsx';
import { WideTable } from './Tables.tsx';
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
        <FileField label="Open a flow log, or drop one here" accept=".ndjson,.jsonl,.log,.txt" onFile={open} />
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
      <LogList texts={examples.map(({ line, problem }) => `Line ${line}: ${problem}`)} />
    </details>
  );
}

/** The flows of the log, the busiest first. */
export function FlowsOfLog({ getTitle }: { readonly getTitle: (flow: string) => string | undefined }) {
  const { log, hasEnd } = useTraffic();
  if (log.status !== 'read' || log.traffic.flows.size === 0) return null;
  const flows = [...log.traffic.flows.values()].sort((a, b) => b.runs - a.runs);
  return (
    <WideTable caption="Flows in the log" heads={['Flow', 'Runs', 'Finished']}>
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
    </WideTable>
  );
}
