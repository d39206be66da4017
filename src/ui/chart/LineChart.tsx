/**
 * Amounts over time as lines, with the same data as a table below. Lines differ by pattern as well as colour. Each has its
 * name in the legend and, in a wide picture, at its end. A screen reader reads the summary in place of the picture.
 */
import { max, nice, ticks } from 'd3-array';
import { curveLinear, curveStepAfter, line } from 'd3-shape';
import type { ReactNode } from 'react';
import type { Column } from '../data-table/column.ts';
import { DataTable } from '../data-table/DataTable.tsx';
import { Disclosure } from '../disclosure/Disclosure.tsx';
import { ChartHeading, type ChartHeadingLevel } from './ChartHeading.tsx';
import { placeLabels } from './place-labels.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One line. The points are in the order of `x`. */
export interface ChartSeries {
  readonly key: string;
  /** One or two words. */
  readonly name: string;
  readonly points: readonly Point[];
}

/** An axis: its label, and the format of its values. */
export interface ChartAxis {
  readonly name: string;
  readonly format: (value: number) => string;
}

/** A row of the table: its label, and a value for each line; null if the line has none. */
export interface ChartRow {
  readonly label: string;
  readonly values: readonly (string | null)[];
}

export interface LineChartProps {
  readonly title: string;
  readonly headingLevel: ChartHeadingLevel;
  /** A summary of the picture in one or two sentences. */
  readonly summary: string;
  /** At most eight. */
  readonly series: readonly ChartSeries[];
  /** `step` keeps each value until the next point, `line` goes straight to it. */
  readonly shape: 'line' | 'step';
  /** Years, marked at whole numbers. */
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  /** Moments at which something changes. */
  readonly marks?: readonly { readonly x: number; readonly label: string }[] | undefined;
  readonly rows: readonly ChartRow[];
  /** The header of the first column of the table. */
  readonly rowHeader: string;
}

const TICKS = 5;
/** The height of a label, and the width of its characters, as parts of the plot's size on a narrow screen. */
const LABEL_GAP = 0.085;
const CHARACTER = 0.035;

const percent = (part: number): string => `${part * 100}%`;

/** Returns the scale of each axis, from 0 to its largest value. */
function computeScales(series: readonly ChartSeries[]) {
  const all = series.flatMap(({ points }) => points);
  const xMax = max(all, ({ x }) => x) || 1;
  const [, yMax] = nice(0, max(all, ({ y }) => y) || 1, TICKS);
  return { xMax, yMax, partX: (x: number) => x / xMax, partY: (y: number) => y / yMax };
}

/** The picture is 100 units wide and high, and is stretched to its box; strokes keep their width. */
const SIZE = 100;

type Scales = ReturnType<typeof computeScales>;

function toPath(points: readonly Point[], shape: LineChartProps['shape'], { partX, partY }: Scales): string {
  const path = line<Point>(
    ({ x }) => SIZE * partX(x),
    ({ y }) => SIZE * (1 - partY(y)),
  ).curve(shape === 'step' ? curveStepAfter : curveLinear);
  return path(points) ?? '';
}

function Lines({
  series,
  shape,
  marks,
  scales,
}: Pick<LineChartProps, 'series' | 'shape' | 'marks'> & { scales: Scales }) {
  return (
    <svg className="ui-chart__lines" viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none">
      {ticks(0, scales.yMax, TICKS).map((tick) => {
        const height = SIZE * (1 - scales.partY(tick));
        return <line key={tick} className="ui-chart__grid" x1="0" x2={SIZE} y1={height} y2={height} />;
      })}
      {marks?.map(({ x, label }) => {
        const at = SIZE * scales.partX(x);
        return <line key={label} className="ui-chart__mark" x1={at} x2={at} y1="0" y2={SIZE} />;
      })}
      {series.map(({ key, points }, index) => (
        <path key={key} className="ui-chart__line" data-series={index} d={toPath(points, shape, scales)} />
      ))}
    </svg>
  );
}

/** The name of each line at its end. */
function EndLabels({ series, scales }: { readonly series: readonly ChartSeries[]; readonly scales: Scales }) {
  const drawn = series.flatMap(({ key, name, points }, index) => {
    const end = points.at(-1);
    if (end === undefined) return [];
    const [width, x] = [name.length * CHARACTER, scales.partX(end.x)];
    // Without room on its side of the end, only the legend names a line.
    return width > x ? [] : [{ key, name, index, width, x, y: scales.partY(end.y) }];
  });
  const heights = placeLabels(drawn, LABEL_GAP);
  return drawn.map(({ key, name, index, x }, at) => (
    <span
      key={key}
      className="ui-chart__label"
      data-series={index}
      style={{ insetInlineEnd: percent(1 - x), bottom: percent(heights[at] ?? 0) }}
    >
      {name}
    </span>
  ));
}

function Picture(props: LineChartProps) {
  const { summary, series, x, y, marks } = props;
  const scales = computeScales(series);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- lines and figures that are drawn, not a file
    <div className="ui-chart__picture" role="img" aria-label={summary}>
      <span className="ui-chart__axis">{y.name}</span>
      <div className="ui-chart__plot">
        <Lines {...props} scales={scales} />
        {ticks(0, scales.yMax, TICKS).map((tick) => (
          <span key={tick} className="ui-chart__y" style={{ bottom: percent(scales.partY(tick)) }}>
            {y.format(tick)}
          </span>
        ))}
        {ticks(0, scales.xMax, TICKS + 1)
          .filter(Number.isInteger)
          .map((tick, index) => (
            <span
              key={tick}
              className="ui-chart__x"
              data-second={index % 2 === 1}
              style={{ insetInlineStart: percent(scales.partX(tick)) }}
            >
              {x.format(tick)}
            </span>
          ))}
        {marks?.map((mark) => (
          <span
            key={mark.label}
            className="ui-chart__mark-label"
            style={{ insetInlineStart: percent(scales.partX(mark.x)) }}
          >
            {mark.label}
          </span>
        ))}
        <EndLabels series={series} scales={scales} />
      </div>
      <span className="ui-chart__axis" data-axis="x">
        {x.name}
      </span>
    </div>
  );
}

const Legend = ({ series }: Pick<LineChartProps, 'series'>) => (
  <ul className="ui-chart__legend">
    {series.map(({ key, name, points }, index) =>
      points.length === 0 ? null : (
        <li key={key}>
          <svg className="ui-chart__swatch" viewBox="0 0 40 8" aria-hidden="true">
            <line className="ui-chart__line" data-series={index} x1="1" x2="39" y1="4" y2="4" />
          </svg>
          {name}
        </li>
      ),
    )}
  </ul>
);

function Table({ title, series, rows, rowHeader }: Pick<LineChartProps, 'title' | 'series' | 'rows' | 'rowHeader'>) {
  const columns: readonly Column<ChartRow>[] = [
    { key: 'label', header: rowHeader, names: true, cell: ({ label }): ReactNode => label },
    ...series.map(({ key, name }, index): Column<ChartRow> => ({
      key,
      header: name,
      align: 'end',
      cell: ({ values }) => values[index] ?? '–',
    })),
  ];
  return (
    <Disclosure summary="Show these numbers as a table">
      <DataTable caption={title} captionHidden columns={columns} rows={rows} rowKey={({ label }) => label} />
    </Disclosure>
  );
}

export function LineChart(props: LineChartProps) {
  return (
    <figure className="ui-chart">
      <ChartHeading {...props} />
      <Picture {...props} />
      <Legend series={props.series} />
      <Table {...props} />
    </figure>
  );
}
