import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { isBankingDay } from '#domain/banking-days.ts';
import { addDays, toPlainDate } from '#domain/calendar.ts';
import { DateField, type DateFieldProps } from './DateField.tsx';

function Held(props: DateFieldProps) {
  const [value, setValue] = useState(props.value);
  return <DateField {...props} value={value} onChange={setValue} />;
}

const first = toPlainDate('2026-03-02');
const availableDates = Array.from({ length: 90 }, (_, day) => addDays(first, day)).filter(isBankingDay);

const meta = {
  title: 'Forms/DateField',
  component: DateField,
  render: (args) => <Held {...args} />,
  args: { name: 'paymentDate', label: 'Payment date', value: '', onChange: () => {} },
} satisfies Meta<typeof DateField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Typed: Story = {};
export const WithCalendar: Story = { args: { availableDates, value: '03/12/2026' } };
export const WithError: Story = {
  args: { availableDates, value: '03/14/2026', error: 'Payment date must not be on a weekend or holiday.' },
};
export const WithWarning: Story = {
  args: {
    availableDates,
    value: '04/20/2026',
    warning: 'You have scheduled your payment for after your next due date. This will result in a late payment.',
  },
};

/** The grid pattern: arrow keys move between days, and Enter selects one. */
export const ChoosingByKeyboard: Story = {
  args: { availableDates, value: '03/12/2026' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body);
    await userEvent.click(page.getByRole('button', { name: 'Choose from a calendar' }));
    await expect(await page.findByRole('button', { name: 'Thursday, March 12, 2026' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}');
    await expect(page.getByRole('textbox', { name: 'Payment date' })).toHaveValue('03/20/2026');
  },
};

export const CalendarOpen: Story = {
  args: { availableDates, value: '03/12/2026' },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body);
    await userEvent.click(page.getByRole('button', { name: 'Choose from a calendar' }));
    await expect(await page.findByRole('button', { name: 'Thursday, March 12, 2026' })).toHaveFocus();
  },
};
