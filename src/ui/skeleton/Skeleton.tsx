export interface SkeletonProps {
  /** Loading message for screen readers. Omit it if the page already has one. */
  text?: string | undefined;
  lines?: number | undefined;
  /** False if the content is not requested yet; then the space is only reserved. */
  isBusy?: boolean | undefined;
}

/** Placeholder for loading content. The message is outside the busy element, so that screen readers announce it. */
export function Skeleton({ text, lines = 3, isBusy = true }: SkeletonProps) {
  return (
    <>
      {text === undefined || !isBusy ? null : <output className="ui-sr">{text}</output>}
      <div className="ui-skeleton" aria-busy={isBusy}>
        {Array.from({ length: lines }, (_, line) => (
          <span className="ui-skeleton__line" key={line} aria-hidden="true" />
        ))}
      </div>
    </>
  );
}
