/** The differences between the machines of another revision and the current ones, as the catalog shows them. */
import { type ComparedFlow, type VersionedFlow, compareFlows } from '../compare/catalog.ts';
import { parseRevision } from '../compare/revision-file.ts';
import type { RenamedStates } from '../renamed-states.ts';
import { SIGNS, formatCounts } from '../compare/rows.ts';
import { formatAddress } from './address.ts';

export interface Comparison {
  /** The revision as it was named, such as `main~20`. */
  readonly revision: string;
  /** The abbreviated commit. */
  readonly commit: string;
  readonly flows: readonly ComparedFlow[];
}

/** Loads the machines of the other revision and compares them with the current ones. */
export async function loadComparison(
  address: string,
  current: readonly VersionedFlow[],
  renamed: RenamedStates,
): Promise<Comparison> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { revision, commit, flows } = parseRevision(await response.text());
  return { revision, commit, flows: compareFlows(flows, current, renamed) };
}

const compareHref = (flow: string): string => formatAddress({ flow, panel: 'compare' });

export function ComparisonCell({ comparison, flow }: { readonly comparison: Comparison; readonly flow: string }) {
  const difference = comparison.flows.find(({ id }) => id === flow)?.difference;
  if (difference?.mark === undefined) return 'same';
  return (
    <a className={`mark ${difference.mark}`} href={compareHref(flow)}>
      {difference.mark} {formatCounts(difference)}
    </a>
  );
}

export function ComparisonSummary({ comparison }: { readonly comparison: Comparison }) {
  const { revision, commit, flows } = comparison;
  const differing = flows.filter(({ difference }) => difference.mark !== undefined);
  const removed = flows.filter(({ after }) => after === undefined);
  return (
    <section className="comparison" aria-label="Comparison">
      <p>
        {differing.length} of {flows.length} flows differ from {revision}
        {revision !== commit && ` (${commit})`}.
      </p>
      {differing.length > 0 && (
        <details>
          <summary>Flows that differ</summary>
          <ul>
            {differing.map(({ id, title, difference }) => (
              <li key={id}>
                <a href={compareHref(id)}>{title}</a> {difference.mark} {formatCounts(difference)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {removed.length > 0 && (
        <ul aria-label="Removed flows">
          {removed.map(({ id, title }) => (
            <li key={id}>
              {SIGNS.removed} <a href={compareHref(id)}>{title}</a> was removed
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
