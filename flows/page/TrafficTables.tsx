/** The traffic of a flow as tables, with everything that the picture shows. */
import { type Diagram, formatPlace, formatTargets } from '../diagram.ts';
import { type FlowTraffic, quantile } from '../traffic/count-traffic.ts';
import type { TransitionGroup } from '../traffic/transition-groups.ts';
import { formatDuration, formatNumber, formatPercent } from '../traffic/words.ts';
import { WideTable } from './Tables.tsx';
import { countBacks } from './TrafficPanel.tsx';

export interface TrafficTablesProps {
  readonly diagram: Diagram;
  readonly traffic: FlowTraffic;
  readonly groups: readonly TransitionGroup[];
}

const STATE_HEADS = ['State', 'Entries', 'Exits', 'Median time', '90 % within', 'Left here', 'Turned back', 'Back to'];
const TRANSITION_HEADS = ['From', 'Cause', 'Condition', 'To', 'Taken', 'Of the visits'];

const NO_TIME = '–';

export function TrafficTables({ diagram, traffic, groups }: TrafficTablesProps) {
  const states = diagram.states.filter(({ id }) => traffic.states.has(id));
  const taken = groups.filter(({ id }) => traffic.transitions.has(id));
  return (
    <>
      <WideTable caption={`Traffic of states (${states.length} of ${diagram.states.length})`} heads={STATE_HEADS}>
        {states.map(({ id }) => (
          <StateRow key={id} id={id} traffic={traffic} />
        ))}
      </WideTable>
      <WideTable caption={`Traffic of transitions (${taken.length} of ${groups.length})`} heads={TRANSITION_HEADS}>
        {taken.map((group) => (
          <TransitionRow key={group.id} group={group} traffic={traffic} />
        ))}
      </WideTable>
    </>
  );
}

function StateRow({ id, traffic }: { readonly id: string; readonly traffic: FlowTraffic }) {
  const counted = traffic.states.get(id);
  if (counted === undefined) return null;
  const { entries, exits, left, back, times } = counted;
  const timeAt = (share: number) => {
    const time = quantile(times, share);
    return time === undefined ? NO_TIME : formatDuration(time);
  };
  const targets = [...back]
    .sort(([, a], [, b]) => b - a)
    .map(([target, count]) => `${target} (${formatNumber(count)})`);
  return (
    <tr>
      <th scope="row">{id}</th>
      <td className="number">{formatNumber(entries)}</td>
      <td className="number">{formatNumber(exits)}</td>
      <td className="number">{timeAt(0.5)}</td>
      <td className="number">{timeAt(0.9)}</td>
      <td className="number">
        {formatNumber(left)} ({formatPercent(left, entries)})
      </td>
      <td className="number">
        {formatNumber(countBacks(counted))} ({formatPercent(countBacks(counted), entries)})
      </td>
      <td>{targets.join(', ')}</td>
    </tr>
  );
}

function TransitionRow({ group, traffic }: { readonly group: TransitionGroup; readonly traffic: FlowTraffic }) {
  const { id, transitions } = group;
  const [{ from, kind, label, to }] = transitions;
  const count = traffic.transitions.get(id) ?? 0;
  const visits = traffic.states.get(from)?.entries ?? traffic.runs;
  return (
    <tr>
      <th scope="row">{formatPlace(from)}</th>
      <td className={`cause ${kind}`}>{label}</td>
      <td>{transitions.flatMap(({ condition }) => condition ?? []).join(', or ')}</td>
      <td>{formatTargets(to)}</td>
      <td className="number">{formatNumber(count)}</td>
      <td className="number">{formatPercent(count, visits)}</td>
    </tr>
  );
}
