/** The differences of one flow: drawn in a picture of both versions, listed beside it, and as a table. */
import { useCallback, useMemo } from 'react';
import type { ComparedFlow } from '../compare/catalog.ts';
import { markShapes, mergeDiagrams } from '../compare/merge.ts';
import { type DifferenceRow, SIGNS, formatCounts, toRows } from '../compare/rows.ts';
import type { Shape } from '../drawing.ts';
import type { Layout } from '../layout.ts';
import type { Address } from './address.ts';
import type { Comparison } from './Comparison.tsx';
import { Heading, PANEL_TITLES, PanelButtons, focusTables } from './FlowPage.tsx';
import type { Layouts } from './layouts.ts';
import { Drawing, useLayout } from './Drawing.tsx';
import type { Highlights } from './Shapes.tsx';
import { WideTable } from './Tables.tsx';
import { go } from './use-address.ts';

export interface ComparisonPageProps {
  readonly compared: ComparedFlow;
  readonly comparison: Comparison;
  readonly address: Address;
  readonly layouts: Layouts;
  /** Whether the flow still exists. */
  readonly isCurrent: boolean;
  readonly getHref: (machine: string) => string | undefined;
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the topmost state with a difference, which is visible first. */
function findFirstChanged({ states }: Layout, changed: readonly (string | undefined)[]): string | undefined {
  const found = states.filter(({ state }) => changed.includes(state.id));
  return found.sort((a, b) => a.y - b.y || a.x - b.x)[0]?.state.id;
}

export function ComparisonPage({ compared, comparison, address, layouts, isCurrent, getHref }: ComparisonPageProps) {
  const { id, title } = compared;
  const { before, after, difference } = compared;
  const merged = useMemo(() => mergeDiagrams(before, after, difference), [before, after, difference]);
  const layout = useLayout(layouts, merged.diagram);
  const rows = useMemo(() => toRows(difference), [difference]);
  const decorate = useCallback((shapes: readonly Shape[]) => markShapes(shapes, merged), [merged]);
  const { state: selected } = address;
  const first = useMemo(
    () =>
      layout === undefined || layout instanceof Error
        ? undefined
        : findFirstChanged(
            layout,
            rows.map(({ state }) => state),
          ),
    [layout, rows],
  );
  const lit = useMemo(
    (): Highlights => ({ active: NONE, selected, focus: selected ?? first, taken: NONE }),
    [selected, first],
  );
  const related = rows.filter(({ state }) => selected === undefined || state === selected);
  const select = (state: string | undefined) =>
    go({ flow: id, panel: 'compare', ...(state !== undefined && { state }) }, 'replace');
  return (
    <>
      <div className="flow-head">
        <Heading>{title}</Heading>
        <p>
          {difference.mark === undefined
            ? `The same as in ${comparison.revision}`
            : `Since ${comparison.revision}: ${difference.mark}, ${formatCounts(difference)}`}
        </p>
      </div>
      <div className="toolbar">
        {isCurrent && <PanelButtons address={address} isCompared />}
        <a className="button" href="#tables" onClick={focusTables}>
          Table
        </a>
      </div>
      <div className="stage with-panel">
        <Drawing
          layout={layout}
          legend={<MarkLegend />}
          title={`${title}, compared with ${comparison.revision}`}
          lit={lit}
          marks={undefined}
          decorate={decorate}
          getHref={getHref}
          onSelect={select}
          onSimplify={() => layouts.simplify(merged.diagram)}
        />
        <aside className="panel" aria-label={PANEL_TITLES.compare}>
          <h2>{PANEL_TITLES.compare}</h2>
          {selected !== undefined && (
            <p>
              In {selected}: {related.length} of {rows.length} differences.{' '}
              <button type="button" onClick={() => select(undefined)}>
                Show all
              </button>
            </p>
          )}
          {rows.length === 0 && <p>Nothing in this flow differs.</p>}
          <ul className="differences">
            {related.map((row, index) => (
              <li key={index}>
                <RowMark row={row} /> {row.name}
              </li>
            ))}
          </ul>
        </aside>
      </div>
      <section id="tables" tabIndex={-1} aria-label="Table of differences">
        <WideTable caption={`Differences (${rows.length})`} heads={['What', 'Name', 'Property', 'Before', 'After']}>
          {rows.flatMap((row, index) => tableRows(row, index, select))}
        </WideTable>
      </section>
    </>
  );
}

const RowMark = ({ row: { mark, kind } }: { readonly row: DifferenceRow }) => (
  <span className={`mark ${mark}`}>
    <span aria-hidden="true">{SIGNS[mark]} </span>
    {mark} {kind}
  </span>
);

/** One table row per changed property. */
function tableRows(row: DifferenceRow, index: number, onSelect: (state: string) => void) {
  const { state, name, changes } = row;
  const lines = changes.length === 0 ? [{ field: '', before: '', after: '' }] : changes;
  return lines.map(({ field, before, after }) => (
    <tr key={`${index} ${field}`}>
      <td>
        <RowMark row={row} />
      </td>
      <th scope="row">
        {state === undefined ? (
          name
        ) : (
          <button type="button" className="as-link" onClick={() => onSelect(state)}>
            {name}
          </button>
        )}
      </th>
      <td>{field}</td>
      <td>{before}</td>
      <td>{after}</td>
    </tr>
  ));
}

const MARKS = ['added', 'removed', 'changed'] as const;

function MarkLegend() {
  return (
    <ul className="legend">
      {MARKS.map((mark) => (
        <li key={mark}>
          <svg className="picture-sample" aria-hidden="true" width="30" height="10">
            <path className={`edge is-${mark}`} d="M1 5h28" />
          </svg>
          {SIGNS[mark]} {mark}
        </li>
      ))}
    </ul>
  );
}
