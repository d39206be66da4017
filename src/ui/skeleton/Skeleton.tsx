export interface SkeletonProps {
  /** Loading message for screen readers. Omit it if the page already has one. */
  text?: string | undefined;
  lines?: number | undefined;
}

/** Placeholder for loading content. The message is outside the busy element, so that screen readers announce it. */
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
