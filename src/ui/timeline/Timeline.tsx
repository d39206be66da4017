export interface TimelineEntry {
  title: string;
  /** Date of the entry, or a text that replaces it; 'Not yet' for an entry that is ahead. */
  note?: string | undefined;
  state: 'complete' | 'current' | 'ahead';
}

const NOT_YET = 'Not yet';

const spoken = { complete: ', completed', current: ', current', ahead: ', not yet' } as const;

/** Progress of a process that takes days, as a vertical list of steps. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }) {
  return (
    <ol className="ui-timeline" aria-label={label}>
      {entries.map(({ title, state, note = state === 'ahead' ? NOT_YET : undefined }) => (
        <li
          className="ui-timeline__entry"
          key={title}
          data-state={state}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className="ui-timeline__title">
            {title}
            {note !== NOT_YET && <span className="ui-sr">{spoken[state]}</span>}
          </span>
          {note ? <span className="ui-timeline__note">{note}</span> : null}
        </li>
      ))}
    </ol>
  );
}
