export interface SkeletonProps {
  /** What is being loaded, for screen readers. */
  text?: string | undefined;
  lines?: number | undefined;
}

/** The shape of what is about to appear. */
export function Skeleton({ text = 'Loading…', lines = 3 }: SkeletonProps) {
  return (
    <output className="ui-skeleton">
      <span className="ui-sr">{text}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span className="ui-skeleton__line" key={line} aria-hidden="true" />
      ))}
    </output>
  );
}
