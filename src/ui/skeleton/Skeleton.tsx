export interface SkeletonProps {
  /** What is being loaded, for screen readers; left out where the page says it already. */
  text?: string | undefined;
  lines?: number | undefined;
}

/** The shape of what is about to appear: an area that is busy. What is said of it stands outside, so that it is heard. */
export function Skeleton({ text, lines = 3 }: SkeletonProps) {
  return (
    <>
      {text === undefined ? null : <output className="ui-sr">{text}</output>}
      <div className="ui-skeleton" aria-busy="true">
        {Array.from({ length: lines }, (_, line) => (
          <span className="ui-skeleton__line" key={line} aria-hidden="true" />
        ))}
      </div>
    </>
  );
}
