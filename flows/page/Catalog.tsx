/** The list of all flows, with search. */
import { useMemo } from 'react';
import { type Comparison, ComparisonCell, ComparisonSummary } from './Comparison.tsx';
import type { CoverageReport } from './coverage.ts';
import { type SearchResult, createSearch } from './search.ts';
import { formatAddress } from './address.ts';
import type { Flow } from './workbench-machines.ts';

export interface CatalogProps {
  readonly flows: readonly Flow[];
  readonly query: string;
  readonly coverage: CoverageReport | undefined;
  /** The differences from another revision, if one is compared. */
  readonly comparison: Comparison | undefined;
  readonly onQuery: (query: string) => void;
}

/** More are not shown; a longer query finds fewer. */
const MOST = 100;

export function Catalog({ flows, query, coverage, comparison, onQuery }: CatalogProps) {
  return (
    <>
      <search>
        <label className="field search">
          Search states, events, guards and actors
          <input type="search" value={query} onChange={({ target }) => onQuery(target.value)} />
        </label>
      </search>
      {query.trim() === '' ? (
        <>
          {comparison && <ComparisonSummary comparison={comparison} />}
          <All flows={flows} coverage={coverage} comparison={comparison} />
        </>
      ) : (
        <Results flows={flows} query={query} />
      )}
    </>
  );
}

function Results({ flows, query }: Pick<CatalogProps, 'flows' | 'query'>) {
  // The index is created on the first search, since it reads all machines.
  const search = useMemo(() => createSearch(flows), [flows]);
  const titles = useMemo(() => new Map(flows.map(({ id, title }) => [id, title])), [flows]);
  const found = useMemo(() => search(query), [search, query]);
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
  const levels = [
    ...new Map(
      Object.values(coverage?.flows ?? {}).flatMap((found) => found.levels.map(({ level, name }) => [level, name])),
    ),
  ].sort(([a], [b]) => a - b);
  return (
    // A keyboard scrolls it, so it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className="wide" aria-label="All flows" tabIndex={0}>
      <table className="catalog">
        <thead>
          <tr>
            <th scope="col">Flow</th>
            <th scope="col">What it is</th>
            {comparison && <th scope="col">Since {comparison.revision}</th>}
            <th scope="col">Address</th>
            <th scope="col">States</th>
            <th scope="col">Transitions</th>
            {levels.map(([level, name]) => (
              <th key={level} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
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
              <td className="address">{flow.address.replaceAll('`', '')}</td>
              <td className="number">{flow.diagram.states.length}</td>
              <td className="number">{flow.diagram.transitions.length}</td>
              {levels.map(([level]) => (
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
