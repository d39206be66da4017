/** Level of a chart's heading, below the heading of its section. */
export type ChartHeadingLevel = 2 | 3 | 4;

export interface ChartHeadingProps {
  readonly title: string;
  readonly headingLevel: ChartHeadingLevel;
}

/** The caption of a chart, which is a heading. */
export function ChartHeading({ title, headingLevel }: ChartHeadingProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <figcaption>
      <Heading className="ui-chart__title">{title}</Heading>
    </figcaption>
  );
}
