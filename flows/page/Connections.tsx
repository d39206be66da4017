/** Connections of a flow: parents, invoked flows, next flows, and flows with the same address. */
import { formatAddress } from './address.ts';
import type { LineKind, MapLine } from './map-layout.ts';
import type { Flow } from './workbench-machines.ts';

export interface ConnectionsProps {
  readonly flow: Flow;
  /** The lines between all flows. */
  readonly lines: readonly MapLine[];
  readonly getTitle: (flow: string) => string | undefined;
}

/** The headings of the lines that begin at the flow, and of those that end at it. */
const HEADINGS: Readonly<Record<LineKind, readonly [from: string, to: string]>> = {
  runs: ['Runs', 'Runs inside'],
  leads: ['Leads to', 'Comes from'],
  shares: ['Has the address of', 'Has the address of'],
};

export function Connections({ flow: { id }, lines, getTitle }: ConnectionsProps) {
  const groups = new Map<string, string[]>();
  for (const { kind, from, to } of lines) {
    const isFrom = from === id;
    if (!isFrom && to !== id) continue;
    const heading = HEADINGS[kind][isFrom ? 0 : 1];
    groups.set(heading, [...(groups.get(heading) ?? []), isFrom ? to : from]);
  }
  if (groups.size === 0) return null;
  return (
    <details className="connections">
      <summary>Connected flows ({[...groups.values()].flat().length})</summary>
      <ul>
        {[...groups].map(([heading, flows]) => (
          <li key={heading}>
            {heading}{' '}
            {flows.map((other, index) => (
              <span key={other}>
                {index > 0 && ', '}
                <a href={formatAddress({ flow: other })}>{getTitle(other) ?? other}</a>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  );
}
