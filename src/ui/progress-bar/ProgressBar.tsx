export interface ProgressBarProps {
  /** What is in progress: 'Uploading statement.pdf'. */
  name: string;
  /** How much of it is done, from 0 to 100. */
  percent: number;
}

/** The percentage that is announced: every quarter, so that a screen reader is not kept talking. */
const announced = (percent: number) => Math.floor(percent / 25) * 25;

/** How far something has come that takes long, in words and as a bar. Announced politely, a quarter at a time. */
export function ProgressBar({ name, percent }: ProgressBarProps) {
  return (
    <div className="ui-progress-bar">
      {/* The bar says the same to a screen reader. */}
      <p className="ui-progress-bar__text" aria-hidden="true">
        {name}, {percent} %
      </p>
      <progress className="ui-progress-bar__bar" aria-label={name} max={100} value={percent} />
      <output className="ui-sr">
        {name}, {announced(percent)} %
      </output>
    </div>
  );
}
