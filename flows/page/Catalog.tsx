/** The first page: the map of all flows with search, and their list. */
import { type ReactNode, useMemo } from 'react';
import { type Comparison, ComparisonCell, ComparisonSummary } from './Comparison.tsx';
import { type CoverageReport, formatCounted } from './coverage.ts';
import { FlowMapView } from './FlowMapView.tsx';
import type { Layouts } from './layouts.ts';
import { Head } from './Tables.tsx';
import { type SearchResult, createSearch } from './search.ts';
import { formatAddress } from './address.ts';
import type { Flow } from './workbench-machines.ts';

export interface CatalogProps {
  readonly flows: readonly Flow[];
  readonly layouts: Layouts;
  readonly query: string;
  readonly coverage: CoverageReport | undefined;
  /** The differences from another revision, if one is compared. */
  readonly comparison: Comparison | undefined;
  /** The traffic of all flows, below the map. */
  readonly traffic: ReactNode;
  readonly onQuery: (query: string) => void;
}

/** More are not shown; a longer query finds fewer. */
const MOST = 100;

const NOTHING: readonly SearchResult[] = [];

export function Catalog({ flows, layouts, query, coverage, comparison, traffic, onQuery }: CatalogProps) {
  const isSearch = query.trim() !== '';
  // The index is created on the first search, since it reads all machines.
  const search = useMemo(() => (isSearch ? createSearch(flows) : () => NOTHING), [flows, isSearch]);
  const results = useMemo(() => search(query), [search, query]);
  const found = useMemo(() => (isSearch ? new Set(results.map(({ flow }) => flow)) : undefined), [isSearch, results]);
  return (
    <>
      {comparison && <ComparisonSummary comparison={comparison} />}
      <search>
        <label className="field search">
          Search states, events, guards and actors
          <input type="search" value={query} onChange={({ target }) => onQuery(target.value)} />
        </label>
      </search>
      <div className={isSearch ? 'stage with-panel' : 'stage'}>
        <FlowMapView flows={flows} layouts={layouts} found={found} />
        {isSearch && (
          <aside className="panel" aria-label="Found">
            <Results flows={flows} found={results} />
          </aside>
        )}
      </div>
      {traffic}
      {!isSearch && <All flows={flows} coverage={coverage} comparison={comparison} />}
    </>
  );
}

function Results({ flows, found }: Pick<CatalogProps, 'flows'> & { readonly found: readonly SearchResult[] }) {
  const titles = useMemo(() => new Map(flows.map(({ id, title }) => [id, title])), [flows]);
  const shown = found.slice(0, MOST);
  return (
    <>
      <output>
        {found.length === 0 ? 'Nothing was found.' : `${found.length} found`}
        {found.length > MOST && `, of which ${MOST} are shown`}
      </output>
      <ul className="results">
        {shown.map((each) => (
          <li key={each.id}>
            <a href={formatHref(each)}>{titles.get(each.flow)}</a>{' '}
            <span className={`kind ${each.kind}`}>{each.kind}</span> {each.text}
          </li>
        ))}
      </ul>
    </>
  );
}

const formatHref = ({ flow, state }: SearchResult): string =>
  formatAddress({ flow, ...(state !== undefined && { state, panel: 'state' }) });

function All({ flows, coverage, comparison }: Pick<CatalogProps, 'flows' | 'coverage' | 'comparison'>) {
  const all = Object.values(coverage?.flows ?? {}).flatMap((found) => found.levels);
  const levels = [...new Map(all.map((each) => [each.level, each])).values()].sort((a, b) => a.level - b.level);
  return (
    // A keyboard scrolls it, so it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className="wide" aria-label="All flows" tabIndex={0}>
      {levels.length > 0 && (
        <p>
          Coverage is the share of what tests have walked:{' '}
          {levels.map(({ name, isOfTransitions }) => `${name}, of the ${formatCounted(isOfTransitions)}`).join('; ')}.
          The panel Coverage of a flow lists what is missing.
        </p>
      )}
      <table className="catalog">
        <caption>All flows ({flows.length})</caption>
        <Head
          names={[
            'Flow',
            'What it is',
            ...(comparison ? [`Since ${comparison.revision}`] : []),
            'Address',
            'States',
            'Transitions',
            ...levels.map(({ name }) => name),
          ]}
        />
        <tbody>
          {flows.map((flow) => (
            <tr key={flow.id}>
              <th scope="row">
                <a href={formatAddress({ flow: flow.id })}>{flow.title}</a>
              </th>
              <td>{flow.diagram.description}</td>
              {comparison && (
                <td>
                  <ComparisonCell comparison={comparison} flow={flow.id} />
                </td>
              )}
              <td className="address">{flow.address}</td>
              <td className="number">{flow.diagram.states.length}</td>
              <td className="number">{flow.diagram.transitions.length}</td>
              {levels.map(({ level }) => (
                <td key={level} className="number">
                  {formatShare(coverage, flow.id, level)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function formatShare(coverage: CoverageReport | undefined, flow: string, level: number): string {
  const found = coverage?.flows[flow]?.levels.find((each) => each.level === level);
  return found === undefined ? 'not walked' : `${found.share} %`;
}
