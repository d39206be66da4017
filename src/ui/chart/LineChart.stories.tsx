import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ChartSeries, LineChart } from './LineChart.tsx';

/** A payment that stays the same, by year. */
const level = (key: string, name: string, amount: number, years: number): ChartSeries => ({
  key,
  name,
  points: Array.from({ length: years + 1 }, (_, x) => ({ x, y: amount })),
});

const rising: ChartSeries = {
  key: 'graduated',
  name: 'Graduated',
  points: [900, 1190, 1560, 2050, 2700, 2700].map((y, step) => ({ x: 2 * step, y })),
};

const usd = (amount: number): string => `$${amount.toLocaleString('en-US')}`;

const meta = {
  title: 'Data/LineChart',
  component: LineChart,
  args: {
    title: 'What you pay each year',
    headingLevel: 2,
    summary:
      'What you pay each year. Standard: $1,580 for 10 years. Graduated: $900 at first. Extended: $906 for 25 years.',
    series: [level('standard', 'Standard', 1580, 10), rising, level('extended', 'Extended Fixed', 906, 25)],
    shape: 'step',
    x: { name: 'Years from now', format: String },
    y: { name: 'Paid in a year', format: usd },
    rowHeader: 'In each year',
    rows: [
      { label: '12/2026 to 11/2028', values: ['$1,580', '$900', '$906'] },
      { label: '12/2036 to 11/2051', values: [null, null, '$906'] },
    ],
  },
} satisfies Meta<typeof LineChart>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Steps: Story = {};
export const Narrow: Story = { globals: { viewport: { value: 'narrow' } } };

/** A moment at which something changes is marked. */
export const Marked: Story = { args: { marks: [{ x: 1.6, label: 'A plan ends' }] } };

/** Balances fall in straight lines from one month to the next. */
export const Balances: Story = {
  args: {
    title: 'What you owe',
    summary:
      'What you owe. Direct Loans: $12,000 now, nothing after 10 years. FFELP: $5,000 now, nothing after 4 years.',
    shape: 'line',
    y: { name: 'Balance', format: usd },
    series: [
      {
        key: 'direct',
        name: 'Direct Loans',
        points: [12_000, 9900, 7600, 5100, 2600, 0].map((y, at) => ({ x: 2 * at, y })),
      },
      { key: 'ffelp', name: 'FFELP', points: [5000, 2600, 0].map((y, at) => ({ x: 2 * at, y })) },
    ],
    rows: [
      { label: '11/2026', values: ['$12,000', '$5,000'] },
      { label: '11/2030', values: ['$7,600', '$0'] },
    ],
  },
};

/** The maximum number of distinguishable lines. */
export const EightLines: Story = {
  args: {
    series: Array.from({ length: 8 }, (_, at) => level(`plan-${at}`, `Plan ${at + 1}`, 600 + 250 * at, 10 + 2 * at)),
    rows: [{ label: '12/2026 to 11/2036', values: Array.from({ length: 8 }, (_, at) => usd(600 + 250 * at)) }],
  },
};
