/** The traffic of a flow: how many finish, where they leave, and where they turn back. */
import type { FlowTraffic, StateTraffic } from '../traffic/count-traffic.ts';
import type { Diagram } from '../diagram.ts';
import { formatNumber, formatPercent } from '../traffic/words.ts';
import { FlowsOfLog, OpenLog } from './OpenLog.tsx';
import { useTraffic } from './traffic.tsx';

export interface TrafficPanelProps {
  readonly diagram: Diagram;
  readonly getTitle: (flow: string) => string | undefined;
  readonly onSelect: (state: string) => void;
}

export function TrafficPanel({ diagram, getTitle, onSelect }: TrafficPanelProps) {
  const { log } = useTraffic();
  const found = log.status === 'read' ? log.traffic.flows.get(diagram.id) : undefined;
  return (
    <>
      {log.status === 'none' && (
        <p>
          A flow log contains the names of flows, states and events, without any values. It stays in this browser:{' '}
          nothing is uploaded.
        </p>
      )}
      <OpenLog />
      {log.status === 'read' && found === undefined && <p>The log does not contain this flow.</p>}
      {found !== undefined && <Summary diagram={diagram} found={found} onSelect={onSelect} />}
      <FlowsOfLog getTitle={getTitle} />
    </>
  );
}

/** The number of states in a list. */
const TOP = 5;

type Counted = readonly [state: string, count: number, entries: number];

/** Returns the innermost states with the highest counts. */
function findTop({ states }: FlowTraffic, diagram: Diagram, getCount: (traffic: StateTraffic) => number): Counted[] {
  const isLeaf = (id: string) => !diagram.states.some(({ parent }) => parent === id);
  return [...states]
    .filter(([state]) => isLeaf(state))
    .map(([state, traffic]): Counted => [state, getCount(traffic), traffic.entries])
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, TOP);
}

export const countBacks = ({ back }: StateTraffic): number => [...back.values()].reduce((sum, count) => sum + count, 0);

interface SummaryProps extends Pick<TrafficPanelProps, 'diagram' | 'onSelect'> {
  readonly found: FlowTraffic;
}

function Summary({ diagram, found, onSelect }: SummaryProps) {
  const { hasEnd } = useTraffic();
  const { runs, finished } = found;
  const known = new Set(diagram.states.map(({ id }) => id));
  const unknown = [...found.states.keys()].filter((state) => !known.has(state));
  return (
    <>
      <dl>
        <dt>Runs</dt>
        <dd>{formatNumber(runs)}</dd>
        {hasEnd(diagram.id) && (
          <>
            <dt>Reached an end</dt>
            <dd>
              {formatNumber(finished)} ({formatPercent(finished, runs)})
            </dd>
            <dt>Left before an end</dt>
            <dd>
              {formatNumber(runs - finished)} ({formatPercent(runs - finished, runs)})
            </dd>
          </>
        )}
      </dl>
      {!hasEnd(diagram.id) && <p>This flow has no end: a run lasts until the person leaves the page.</p>}
      <p>
        The diagram shows the visits of each state with their median time, and how many left or turned back there. A
        wide arrow was taken often.
      </p>
      {unknown.length > 0 && (
        <p className="problem">The log has states that this version does not have: {unknown.join(', ')}.</p>
      )}
      <Ranking title="Where people leave" counted={findTop(found, diagram, ({ left }) => left)} onSelect={onSelect} />
      <Ranking title="Where people turn back" counted={findTop(found, diagram, countBacks)} onSelect={onSelect} />
    </>
  );
}

interface RankingProps extends Pick<TrafficPanelProps, 'onSelect'> {
  readonly title: string;
  readonly counted: readonly Counted[];
}

function Ranking({ title, counted, onSelect }: RankingProps) {
  return (
    <>
      <h3>{title}</h3>
      {counted.length === 0 && <p>Nowhere.</p>}
      <ol>
        {counted.map(([state, count, entries]) => (
          <li key={state}>
            <button type="button" className="as-link" onClick={() => onSelect(state)}>
              {state}
            </button>
            : {formatNumber(count)}, {formatPercent(count, entries)} of the visits
          </li>
        ))}
      </ol>
    </>
  );
}
