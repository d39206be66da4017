/** Follows the flows that run in other tabs. */
import { describeState } from 'xstate-workbench/model/sentences';
import type { Live } from './live.ts';

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
        Only names of states and types of events are passed between the tabs. Tabs that were open before have to be
        reloaded.
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
          <h3>Events</h3>
          <div role="log" aria-label="Events">
            <ol className="log">
              {live.log.map((entry, index) => (
                <li key={live.log.length - index}>{entry}</li>
              ))}
            </ol>
          </div>
        </>
      )}
    </>
  );
}
