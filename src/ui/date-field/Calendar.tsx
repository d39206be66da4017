import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { addDays, addMonths, dayOfMonth, toMonth, getWeekday, type PlainDate } from '#domain/calendar.ts';
import { useModal } from '../dialog/use-modal.ts';
import { Icon } from '../icon/Icon.tsx';
import { formatFullDate, formatMonth, toWeeks } from './month.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Target day for each key of the ARIA grid pattern. */
const moves: Record<string, (from: PlainDate) => PlainDate> = {
  ArrowLeft: (from) => addDays(from, -1),
  ArrowRight: (from) => addDays(from, 1),
  ArrowUp: (from) => addDays(from, -7),
  ArrowDown: (from) => addDays(from, 7),
  Home: (from) => addDays(from, -getWeekday(from)),
  End: (from) => addDays(from, 6 - getWeekday(from)),
  PageUp: (from) => addMonths(from, -1),
  PageDown: (from) => addMonths(from, 1),
};

export interface CalendarProps {
  /** In ascending order, at least one. */
  availableDates: readonly PlainDate[];
  chosen: PlainDate | undefined;
  /** Highlighted in its month. */
  today?: PlainDate | undefined;
  /** Due dates, which are highlighted. */
  dueDates?: readonly PlainDate[] | undefined;
  onChoose: (date: PlainDate) => void;
  onDismiss: () => void;
}

/**
 * Calendar with one month at a time, from the first available day to the last. Unavailable days are readable but cannot
 * be selected.
 */
export function Calendar({ availableDates, chosen, today, dueDates = [], onChoose, onDismiss }: CalendarProps) {
  const modal = useModal(onDismiss);
  const titleId = useId();
  const dueId = useId();
  const available = new Set(availableDates);
  const first = availableDates[0];
  const last = availableDates.at(-1);
  const [day, setDay] = useState(chosen && available.has(chosen) ? chosen : first);
  const grid = useRef<HTMLTableElement>(null);

  if (day === undefined || first === undefined || last === undefined) return null;
  const within = (date: PlainDate) => (date < first ? first : date > last ? last : date);
  const turn = (months: number) => setDay(within(addMonths(day, months)));
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    // Renders synchronously, because the new day must exist before it can receive focus.
    flushSync(() => setDay(within(move(day))));
    grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
  };

  return (
    <dialog {...modal} className="ui-dialog ui-calendar" aria-labelledby={titleId}>
      <div className="ui-calendar__frame">
        <div className="ui-calendar__head">
          <button
            type="button"
            className="ui-icon-button"
            disabled={toMonth(day) <= toMonth(first)}
            onClick={() => turn(-1)}
          >
            <Icon name="chevron-left" />
            <span className="ui-sr">Previous month</span>
          </button>
          <h2 className="ui-calendar__month" id={titleId} aria-live="polite">
            {formatMonth(day)}
          </h2>
          <button
            type="button"
            className="ui-icon-button"
            disabled={toMonth(day) >= toMonth(last)}
            onClick={() => turn(1)}
          >
            <Icon name="chevron-right" />
            <span className="ui-sr">Next month</span>
          </button>
        </div>
        {/* ARIA date picker pattern: a table with arrow key navigation has the role grid. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table className="ui-calendar__grid" role="grid" aria-labelledby={titleId} ref={grid} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              {WEEKDAYS.map((name) => (
                <th key={name} scope="col" abbr={name}>
                  {name.slice(0, 2)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {toWeeks(day).map((week, index) => (
              <tr key={index}>
                {week.map((date, column) => (
                  <td key={WEEKDAYS[column]}>
                    {date ? (
                      <button
                        type="button"
                        className="ui-calendar__day"
                        tabIndex={date === day ? 0 : -1}
                        data-initial-focus={date === day || undefined}
                        aria-label={formatFullDate(date)}
                        aria-pressed={date === chosen}
                        aria-current={date === today ? 'date' : undefined}
                        aria-describedby={dueDates.includes(date) ? dueId : undefined}
                        data-due={dueDates.includes(date) || undefined}
                        aria-disabled={!available.has(date)}
                        onClick={() => {
                          if (available.has(date)) onChoose(date);
                        }}
                      >
                        {dayOfMonth(date)}
                      </button>
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <ul className="ui-calendar__key">
          {today ? <li data-marks="today">Today</li> : null}
          <li data-marks="chosen">Chosen day</li>
          {dueDates.length > 0 ? (
            <li data-marks="due" id={dueId}>
              Payment due
            </li>
          ) : null}
        </ul>
        <button type="button" className="usa-button ui-button" data-variant="quiet" onClick={onDismiss}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}
