/**
 * Amounts as horizontal bars that are divided into parts. The parts differ by pattern as well as colour, and the legend
 * names them. A screen reader reads the summary in place of the picture; the caller shows the same data as a table.
 */
import { useId } from 'react';
import { ChartHeading, type ChartHeadingLevel } from './ChartHeading.tsx';

/** One bar. The values are in the order of the parts. */
export interface StackedBar {
  readonly key: string;
  readonly label: string;
  readonly values: readonly number[];
}

export interface StackedBarsProps {
  readonly title: string;
  readonly headingLevel: ChartHeadingLevel;
  /** A summary of the picture in one or two sentences. */
  readonly summary: string;
  /** The names of the parts; at most three. */
  readonly parts: readonly string[];
  readonly bars: readonly StackedBar[];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const percent = (part: number): string => `${part * 100}%`;

interface FillsProps {
  readonly id: string;
}

/** The patterns of the second and third part; the first is plain. */
const Fills = ({ id }: FillsProps) => (
  <defs>
    <pattern id={`${id}-1`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect className="ui-bars__ground" data-part="1" width="6" height="6" />
      <line className="ui-bars__stroke" x1="0" x2="0" y1="0" y2="6" />
    </pattern>
    <pattern id={`${id}-2`} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect className="ui-bars__ground" data-part="2" width="6" height="6" />
      <circle className="ui-bars__dot" cx="3" cy="3" r="1.25" />
    </pattern>
  </defs>
);

const getFill = (id: string, part: number) => (part === 0 ? undefined : `url(#${id}-${part})`);

function Bar({ bar: { values }, largest }: { readonly bar: StackedBar; readonly largest: number }) {
  const id = useId();
  return (
    <svg className="ui-bars__bar" width="100%" aria-hidden="true">
      <Fills id={id} />
      {values.map((value, part) =>
        value === 0 ? null : (
          <rect
            key={part}
            className="ui-bars__part"
            data-part={part}
            x={percent(sum(values.slice(0, part)) / largest)}
            width={percent(value / largest)}
            height="100%"
            fill={getFill(id, part)}
          />
        ),
      )}
    </svg>
  );
}

/** The names of the parts that are drawn in a bar. */
function Legend({ parts, bars }: Pick<StackedBarsProps, 'parts' | 'bars'>) {
  const id = useId();
  return (
    <ul className="ui-chart__legend">
      {parts.map((name, part) =>
        bars.every(({ values }) => values[part] === 0) ? null : (
          <li key={name}>
            <svg className="ui-bars__swatch" aria-hidden="true">
              <Fills id={id} />
              <rect className="ui-bars__part" data-part={part} width="100%" height="100%" fill={getFill(id, part)} />
            </svg>
            {name}
          </li>
        ),
      )}
    </ul>
  );
}

export function StackedBars({ title, headingLevel, summary, parts, bars }: StackedBarsProps) {
  const largest = Math.max(1, ...bars.map(({ values }) => sum(values)));
  return (
    <figure className="ui-chart">
      <ChartHeading title={title} headingLevel={headingLevel} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- bars and figures that are drawn, not a file */}
      <div className="ui-bars" role="img" aria-label={summary}>
        {bars.map((bar) => (
          <div key={bar.key} className="ui-bars__row">
            <span className="ui-bars__label">{bar.label}</span>
            <Bar bar={bar} largest={largest} />
          </div>
        ))}
      </div>
      <Legend parts={parts} bars={bars} />
    </figure>
  );
}
