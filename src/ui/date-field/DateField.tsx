import { useState, type HTMLInputAutoCompleteAttribute } from 'react';
import { formatUsDate, parseUsDate, type PlainDate } from '#domain/calendar.ts';
import type { FieldTexts } from '../field/FieldFrame.tsx';
import { Icon } from '../icon/Icon.tsx';
import { TextField } from '../text-field/TextField.tsx';
import type { Calendar } from './Calendar.tsx';

export interface DateFieldProps extends FieldTexts {
  /** The raw input. The form validates it. */
  value: string;
  onChange: (value: string) => void;
  onLeave?: (() => void) | undefined;
  /** Days available in the calendar, in ascending order. If empty, there is no calendar. */
  availableDates?: readonly PlainDate[] | undefined;
  /** Highlighted in the calendar. */
  today?: PlainDate | undefined;
  /** Due dates, highlighted in the calendar. */
  dueDates?: readonly PlainDate[] | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  disabled?: boolean | undefined;
}

/**
 * Lazy-loads the calendar, because most borrowers type a date or keep the default. Rejects if the code fails to load.
 */
const loadCalendar = async (): Promise<typeof Calendar> => (await import('./Calendar.tsx')).Calendar;

/** Prefetches the code on hover and focus. Ignores errors, because a press of the button reports them. */
const prepareCalendar = (): void => void loadCalendar().catch(() => undefined);

/** Date field with input in MM/DD/YYYY and, for a list of available days, a calendar. */
export function DateField({
  availableDates = [],
  hint = 'MM/DD/YYYY',
  autoComplete = 'off',
  today,
  dueDates,
  ...field
}: DateFieldProps) {
  const [View, setView] = useState<typeof Calendar>();
  const [isMissing, setMissing] = useState(false);
  const open = async () => {
    try {
      const loaded = await loadCalendar();
      setMissing(false);
      setView(() => loaded);
    } catch {
      setMissing(true);
    }
  };
  const close = () => setView(undefined);
  const choose = (date: PlainDate) => {
    close();
    field.onChange(formatUsDate(date));
    // Focus returns to the button, so the input itself is not left.
    field.onLeave?.();
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
              onPointerEnter={prepareCalendar}
              onFocus={prepareCalendar}
              onClick={() => void open()}
            >
              <Icon name="calendar" />
              <span className="ui-sr">Choose from a calendar</span>
            </button>
          ) : null
        }
      />
      {isMissing ? (
        <p className="usa-hint ui-field__hint" role="alert">
          We couldn&apos;t load the calendar. Please type the date.
        </p>
      ) : null}
      {View ? (
        <View
          availableDates={availableDates}
          chosen={parseUsDate(field.value)}
          today={today}
          dueDates={dueDates}
          onChoose={choose}
          onDismiss={close}
        />
      ) : null}
    </>
  );
}
