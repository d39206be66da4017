/** Follows the flows that run in other tabs. */
import { describeState } from 'xstate-workbench/model/sentences';
import { useState } from 'react';
import { type Live, type LiveFilter, NO_FILTER, filterLog, formatTime } from './live.ts';

export interface LivePanelProps {
  readonly live: Live;
  readonly application: string | undefined;
  readonly getTitle: (flow: string) => string | undefined;
  readonly getHref: (flow: string) => string | undefined;
  readonly onToggle: () => void;
}

export function LivePanel({ live, application, getTitle, getHref, onToggle }: LivePanelProps) {
  return (
    <>
      <p>
        Only names are passed between the tabs: of states, events, guards, and what these read. Tabs that were open
        before have to be reloaded.
      </p>
      <div className="buttons">
        <button type="button" aria-pressed={live.isOn} onClick={onToggle}>
          {live.isOn ? 'Stop following' : 'Follow other tabs'}
        </button>
        {application !== undefined && (
          <a href={application} target="_blank" rel="noopener">
            Open the application in a new tab
          </a>
        )}
      </div>
      {live.isOn && (
        <>
          <h3>Running</h3>
          {live.actors.length === 0 && <output>Nothing has been heard yet.</output>}
          <ul>
            {live.actors.map(({ actor, flow, value, isRunning }) => (
              <li key={actor}>
                <a href={getHref(flow)}>{getTitle(flow) ?? flow}</a>: {describeState(value)}
                {!isRunning && ' (ended)'}
              </li>
            ))}
          </ul>
          <LiveLog live={live} getTitle={getTitle} />
        </>
      )}
    </>
  );
}

function LiveLog({ live, getTitle }: Pick<LivePanelProps, 'live' | 'getTitle'>) {
  const [filter, setFilter] = useState(NO_FILTER);
  const flows = [...new Set(live.log.map(({ flow }) => flow))].sort();
  const change = (part: Partial<LiveFilter>) => setFilter({ ...filter, ...part });
  return (
    <>
      <h3>Events</h3>
      <div className="filters">
        <label className="field">
          Flow
          <select value={filter.flow} onChange={({ target }) => change({ flow: target.value })}>
            <option value="">all flows</option>
            {flows.map((flow) => (
              <option key={flow} value={flow}>
                {getTitle(flow) ?? flow}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          Where it went
          <input value={filter.to} placeholder="state" onChange={({ target }) => change({ to: target.value })} />
        </label>
        <label className="field">
          From
          <input type="time" value={filter.from} onChange={({ target }) => change({ from: target.value })} />
        </label>
        <label className="field">
          Until
          <input type="time" value={filter.until} onChange={({ target }) => change({ until: target.value })} />
        </label>
      </div>
      <div role="log" aria-label="Events">
        <ol className="log">
          {filterLog(live.log, filter).map(({ actor, flow, type, to, at, count, refusal }, index) => (
            <li key={`${actor} ${type} ${live.log.length - index}`}>
              {formatTime(at)} {flow}: {type}
              {to !== undefined && ` → ${to}`}
              {refusal !== undefined && ` had no effect: ${refusal}`}
              {count > 1 && ` (${count} times)`}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
