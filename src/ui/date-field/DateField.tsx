import { useState, type HTMLInputAutoCompleteAttribute } from 'react';
import { formatUsDate, parseUsDate, type PlainDate } from '#domain/calendar.ts';
import type { FieldTexts } from '../field/FieldFrame.tsx';
import { Icon } from '../icon/Icon.tsx';
import { TextField } from '../text-field/TextField.tsx';
import { Calendar } from './Calendar.tsx';

export interface DateFieldProps extends FieldTexts {
  /** As typed; the form validates it. */
  value: string;
  onChange: (value: string) => void;
  onLeave?: (() => void) | undefined;
  /** The days a calendar offers, in order. Without them there is no calendar. */
  availableDates?: readonly PlainDate[] | undefined;
  /** Marked in the calendar. */
  today?: PlainDate | undefined;
  /** Days on which something is due, marked in the calendar. */
  dueDates?: readonly PlainDate[] | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  disabled?: boolean | undefined;
}

/** A date, typed as MM/DD/YYYY or chosen from a calendar of the available days. */
export function DateField({
  availableDates = [],
  hint = 'MM/DD/YYYY',
  autoComplete = 'off',
  today,
  dueDates,
  ...field
}: DateFieldProps) {
  const [open, setOpen] = useState(false);
  const choose = (date: PlainDate) => {
    setOpen(false);
    field.onChange(formatUsDate(date));
  };
  return (
    <>
      <TextField
        {...field}
        hint={hint}
        width="short"
        inputMode="numeric"
        autoComplete={autoComplete}
        beside={
          availableDates.length > 0 ? (
            <button
              type="button"
              className="ui-input__calendar"
              aria-haspopup="dialog"
              disabled={field.disabled}
              onClick={() => setOpen(true)}
            >
              <Icon name="calendar" />
              <span className="ui-sr">Choose from a calendar</span>
            </button>
          ) : null
        }
      />
      {open ? (
        <Calendar
          availableDates={availableDates}
          chosen={parseUsDate(field.value)}
          today={today}
          dueDates={dueDates}
          onChoose={choose}
          onDismiss={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
