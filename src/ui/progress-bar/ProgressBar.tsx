export interface ProgressBarProps {
  /** Name of the operation: 'Uploading statement.pdf'. */
  name: string;
  /** Progress from 0 to 100. */
  percent: number;
}

/** Returns the percentage to announce, in steps of 25 to avoid constant announcements. */
const announced = (percent: number) => Math.floor(percent / 25) * 25;

/** Progress of a long operation as text and bar, announced politely in steps of 25%. */
export function ProgressBar({ name, percent }: ProgressBarProps) {
  return (
    <div className="ui-progress-bar">
      {/* Screen readers read the bar instead. */}
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
