/** UI components, in text and appearance: errors in the title, required boxes, completed steps. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { toPlainDate } from '#domain/calendar.ts';
import { SiteName, useDocumentTitle } from '#src/app/page/page.ts';
import {
  ButtonLink,
  Card,
  Checkbox,
  Columns,
  DataTable,
  ErrorPanel,
  LineChart,
  ProgressBar,
  RadioGroup,
  StackedBars,
  Stepper,
  SummaryList,
} from '#src/ui/index.ts';
import { Calendar } from '#src/ui/date-field/Calendar.tsx';
import { DateField } from '#src/ui/date-field/DateField.tsx';
import '#src/ui/styles/index.scss';

afterEach(cleanup);

function FormPage() {
  const [hasErrors, setErrors] = useState(false);
  useDocumentTitle('Schedule Payment', 'Make a Payment');
  return (
    <>
      <ErrorPanel errors={hasErrors ? [{ field: 'amount', label: 'Amount' }] : []} />
      <button type="button" onClick={() => setErrors(!hasErrors)}>
        Press
      </button>
    </>
  );
}

describe('the title of a page', () => {
  it('starts with "Error:" while a form shows errors', async () => {
    const { unmount } = render(
      <SiteName value="Larkfield">
        <FormPage />
      </SiteName>,
    );
    const title = 'Schedule Payment | Make a Payment | Larkfield';
    const press = () => screen.getByRole('button', { name: 'Press' }).click();
    expect(document.title).toBe(title);
    press();
    await waitFor(() => expect(document.title).toBe(`Error: ${title}`));
    press();
    await waitFor(() => expect(document.title).toBe(title));
    press();
    await waitFor(() => expect(document.title).toBe(`Error: ${title}`));
    unmount();
    render(<FormPage />);
    expect(document.title).toBe('Schedule Payment | Make a Payment');
  });
});

describe('cards beside each other', () => {
  it('align their buttons, whatever the height of the text above them', async () => {
    await page.viewport(1280, 900);
    render(
      <Columns>
        {['1', '1 2 3'].map((lines) => (
          <Card key={lines} heading="Account" actions={<ButtonLink href="#pay">Pay</ButtonLink>}>
            {lines.split(' ').map((line) => (
              <p key={line}>Line {line}</p>
            ))}
          </Card>
        ))}
      </Columns>,
    );
    const [first, second] = screen.getAllByRole('link', { name: 'Pay' }).map((link) => link.getBoundingClientRect());
    expect(first?.left).not.toBe(second?.left);
    expect(first?.top).toBe(second?.top);
  });
});

describe('a table', () => {
  const WIDTHS = [360, 768, 1280];
  /** The width of a sheet (A4) between its margins of 18 mm, in pixels: 174 mm at 96 pixels an inch. */
  const PAPER = Math.floor((174 / 25.4) * 96);

  it.each([4, 6, 8])('with %i columns fits every screen width', async (count) => {
    const columns = Array.from({ length: count }, (_, index) => ({
      key: `${index}`,
      header: `Column ${index}`,
      cell: () => '$27,722.83 since',
    }));
    render(<DataTable caption="Accounts" columns={columns} rows={['a', 'b']} rowKey={(row) => row} />);
    for (const width of WIDTHS) {
      await page.viewport(width, 900);
      expect(document.documentElement.scrollWidth, `${width}`).toBeLessThanOrEqual(width);
    }
    // With few columns it stays a table on a tablet; with many, each row becomes a block with its own labels.
    await page.viewport(768, 900);
    const isTable =
      getComputedStyle(screen.getByText('Accounts').closest('table') ?? document.body).display === 'table';
    expect(isTable).toBe(count === 4);
  });

  it.each([
    { count: 5, isShort: false, isTable: true },
    { count: 6, isShort: false, isTable: false },
    { count: 6, isShort: true, isTable: true },
    { count: 7, isShort: true, isTable: false },
  ])('with $count columns is one on a tablet and on paper: $isTable (short: $isShort)', async (each) => {
    const columns = Array.from({ length: each.count }, (_, index) => ({
      key: `${index}`,
      header: `Col ${index}`,
      cell: () => '$1,234.56',
    }));
    render(<DataTable caption="Bills" isShort={each.isShort} columns={columns} rows={['a']} rowKey={(row) => row} />);
    const table = screen.getByText('Bills').closest('table') ?? document.body;
    for (const width of [PAPER, 768]) {
      await page.viewport(width, 900);
      expect(getComputedStyle(table).display, `${width}`).toBe(each.isTable ? 'table' : 'block');
      expect(document.documentElement.scrollWidth, `${width}`).toBeLessThanOrEqual(width);
    }
  });
});

describe('a table with many rows', () => {
  const createRows = (count: number) => Array.from({ length: count }, (_, index) => `Row ${index + 1}`);
  const columns = [{ key: 'name', header: 'Name', names: true, cell: (row: string) => row }];
  const shown = (count: number) => (
    <DataTable caption="Loans" columns={columns} rows={createRows(count)} rowKey={(row) => row} />
  );

  it('has a link that skips it', async () => {
    const { rerender } = render(shown(20));
    expect(screen.queryByRole('link')).toBeNull();
    rerender(shown(21));
    const link = screen.getByRole('link', { name: 'Skip the table' });
    const table = screen.getByRole('table', { name: 'Loans' });
    const isBefore = (one: Element, other: Element) =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    expect(isBefore(link, table)).toBe(true);
    const look = () => getComputedStyle(link).clipPath;
    expect(look()).not.toBe('none');
    await userEvent.tab();
    expect(link).toHaveFocus();
    expect(look()).toBe('none');
    const end = document.querySelector(link.getAttribute('href') ?? '');
    expect(end).toHaveAttribute('tabindex', '-1');
    expect(end !== null && isBefore(table, end)).toBe(true);
  });
});

describe('a chart', () => {
  const chart = { title: 'Where it goes', headingLevel: 3, summary: 'Most goes to principal.' } as const;
  const legend = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

  it('has a heading, and lists the parts that a bar shows', () => {
    const bars = [
      { key: 'one', label: 'Group AA', values: [80, 20, 0] },
      { key: 'two', label: 'Group AB', values: [50, 0, 0] },
    ];
    render(<StackedBars {...chart} parts={['Principal', 'Interest', 'Fees']} bars={bars} />);
    expect(screen.getByRole('heading', { level: 3, name: 'Where it goes' })).toBeVisible();
    expect(legend()).toEqual(['Principal', 'Interest']);
  });

  it('lists the lines that have points', () => {
    const axis = { name: 'Years', format: String };
    const series = [
      { key: 'standard', name: 'Standard', points: [{ x: 0, y: 1 }] },
      { key: 'none', name: 'No payments', points: [] },
    ];
    render(<LineChart {...chart} series={series} shape="step" x={axis} y={axis} rowHeader="Year" rows={[]} />);
    expect(screen.getByRole('heading', { level: 3, name: 'Where it goes' })).toBeVisible();
    expect(legend()).toEqual(['Standard']);
  });
});

/** Returns the politely announced text. */
const announced = () => screen.getByRole('status').textContent;

describe('a progress bar', () => {
  it('has a name and a value, and announces every quarter', () => {
    const { rerender } = render(<ProgressBar name="Uploading statement.pdf" percent={45} />);
    const bar = screen.getByRole('progressbar', { name: 'Uploading statement.pdf' });
    expect(bar).toHaveAttribute('value', '45');
    expect(bar).toHaveAttribute('max', '100');
    expect(screen.getByText('Uploading statement.pdf, 45 %')).toBeVisible();
    expect(announced()).toBe('Uploading statement.pdf, 25 %');
    rerender(<ProgressBar name="Uploading statement.pdf" percent={49} />);
    expect(announced()).toBe('Uploading statement.pdf, 25 %');
    rerender(<ProgressBar name="Uploading statement.pdf" percent={50} />);
    expect(announced()).toBe('Uploading statement.pdf, 50 %');
  });
});

describe('the calendar', () => {
  const day = (date: string) => screen.getByRole('button', { name: date });

  it('marks today, the chosen date and due dates, and explains the marks', () => {
    render(
      <Calendar
        availableDates={['2026-11-20', '2026-11-23', '2026-11-24'].map(toPlainDate)}
        chosen={toPlainDate('2026-11-23')}
        today={toPlainDate('2026-11-20')}
        dueDates={[toPlainDate('2026-11-24')]}
        onChoose={() => undefined}
        onDismiss={() => undefined}
      />,
    );
    const marks = (date: string) => {
      const { ariaCurrent, ariaPressed, ariaDisabled } = day(date);
      const key = document.getElementById(day(date).getAttribute('aria-describedby') ?? '');
      return [ariaCurrent, ariaPressed, key?.textContent ?? null, ariaDisabled];
    };
    expect(marks('Friday, November 20, 2026')).toEqual(['date', 'false', null, 'false']);
    expect(marks('Monday, November 23, 2026')).toEqual([null, 'true', null, 'false']);
    expect(marks('Tuesday, November 24, 2026')).toEqual([null, 'false', 'Payment due', 'false']);
    expect(marks('Wednesday, November 25, 2026')).toEqual([null, 'false', null, 'true']);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Chosen day',
      'Payment due',
    ]);
    // Visually: a border, a background and a dot, independent of each other.
    const looks = (date: string) => {
      const { boxShadow, backgroundColor } = getComputedStyle(day(date));
      return [boxShadow !== 'none', backgroundColor, getComputedStyle(day(date), '::after').content !== 'none'];
    };
    const plain = 'rgba(0, 0, 0, 0)';
    expect(looks('Friday, November 20, 2026')).toEqual([true, plain, false]);
    expect(looks('Monday, November 23, 2026')).toEqual([false, expect.not.stringMatching(/, 0\)$/), false]);
    expect(looks('Tuesday, November 24, 2026')).toEqual([false, plain, true]);
  });
});

describe('a date field', () => {
  it('counts as left after a day was chosen in its calendar, so that the day is judged', async () => {
    const events: string[] = [];
    render(
      <DateField
        name="paymentDate"
        label="Payment Date"
        value="11/20/2026"
        availableDates={['2026-11-20', '2026-11-23'].map(toPlainDate)}
        onChange={(value) => events.push(`changed to ${value}`)}
        onLeave={() => events.push('left')}
      />,
    );
    screen.getByRole('button', { name: 'Choose from a calendar' }).click();
    (await screen.findByRole('button', { name: 'Monday, November 23, 2026' })).click();
    expect(events).toEqual(['changed to 11/23/2026', 'left']);
  });
});

describe('a required checkbox', () => {
  it('is marked visibly and for screen readers, and keeps its name', () => {
    const box = (required: boolean) => (
      <Checkbox name="terms" label="I agree" checked={false} onChange={() => undefined} required={required} />
    );
    const { rerender } = render(box(true));
    expect(screen.getByRole('checkbox', { name: 'I agree' }).getAttribute('aria-required')).toBe('true');
    expect(screen.getByText('(required)').checkVisibility()).toBe(true);
    rerender(box(false));
    expect(screen.getByRole('checkbox', { name: 'I agree' }).hasAttribute('aria-required')).toBe(false);
    expect(screen.queryByText('(required)')).toBeNull();
  });
});

describe('a radio group', () => {
  it('is required for screen readers; if it is optional, the question says so', () => {
    const choice = (optional: boolean) => (
      <RadioGroup
        name="accountType"
        legend="Account type"
        value={undefined}
        options={[
          { value: 'checking', label: 'Checking' },
          { value: 'savings', label: 'Savings' },
        ]}
        onChange={() => undefined}
        optional={optional}
      />
    );
    const { rerender } = render(choice(false));
    expect(screen.getByRole('radiogroup', { name: 'Account type' }).getAttribute('aria-required')).toBe('true');
    rerender(choice(true));
    const group = screen.getByRole('radiogroup', { name: 'Account type (optional)' });
    expect(group.hasAttribute('aria-required')).toBe(false);
    expect(screen.getByText('(optional)').checkVisibility()).toBe(true);
  });
});

describe('facts in a wide card', () => {
  const getLeft = (text: string) => screen.getByText(text).getBoundingClientRect().left;

  it('have label and value next to each other; amounts are right-aligned', () => {
    const { rerender } = render(<SummaryList rows={[{ label: 'City', value: 'Lincoln' }]} />);
    expect(getLeft('Lincoln') - getLeft('City')).toBeLessThan(220);
    rerender(<SummaryList rows={[{ label: 'Current balance', value: '$10.00', money: true }]} />);
    expect(getLeft('$10.00') - getLeft('Current balance')).toBeGreaterThan(600);
  });
});

describe('a completed step', () => {
  it.each([360, 1280])('has a check mark at a width of %i pixels', async (width) => {
    await page.viewport(width, 800);
    const { container } = render(<Stepper steps={['One', 'Two', 'Three']} current={1} />);
    const ticks = [...container.querySelectorAll('.ui-stepper__tick')];
    expect(ticks).toHaveLength(1);
    const [tick] = ticks;
    expect(tick?.getBoundingClientRect().width).toBe(12);
    // The check mark must not be clipped, unlike the names of the steps on a narrow screen.
    for (let at = tick?.parentElement; at !== null && at !== undefined; at = at.parentElement) {
      expect(getComputedStyle(at).clipPath).toBe('none');
    }
    await page.viewport(1280, 900);
  });
});
