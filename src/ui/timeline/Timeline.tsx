export interface TimelineEntry {
  title: string;
  /** When it was, or what is said of it instead. */
  note?: string | undefined;
  state: 'complete' | 'current' | 'ahead';
}

const spoken = { complete: ', completed', current: ', current', ahead: ', not yet' } as const;

/** How far something has come that takes days: its steps below each other, first to last. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  return (
    <ol className="ui-timeline" aria-label={label}>
      {entries.map(({ title, note, state }) => (
        <li
          className="ui-timeline__entry"
          key={title}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className="ui-timeline__title">
            {title}
            <span className="ui-sr">{spoken[state]}</span>
          </span>
          {note ? <span className="ui-timeline__note">{note}</span> : null}
        </li>
      ))}
    </ol>
  );
}
