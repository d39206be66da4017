import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import type { Column } from '../data-table/column.ts';
import { DataTable } from '../data-table/DataTable.tsx';
import { Stack } from '../layout/Stack.tsx';
import { Tag } from '../tag/Tag.tsx';
import { contrast } from './contrast.ts';
import { PAIRS, type Pair } from './pairs.ts';
import './tokens.scss';

const meta = { title: 'Foundations/Tokens', parameters: { controls: { disable: true } } } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const readToken = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();

interface Measured extends Pair {
  ratio: number;
}

const columns: Column<Measured>[] = [
  { key: 'use', header: 'Use', names: true, cell: ({ use }) => use },
  {
    key: 'sample',
    header: 'Sample',
    cell: ({ text, ground, least }) => (
      <span
        className="tokens-sample"
        data-text={text}
        data-ground={ground}
        data-border={least === 3 || undefined}
        aria-hidden="true"
      >
        {least === 3 ? null : 'Aa 123'}
      </span>
    ),
  },
  { key: 'tokens', header: 'Tokens', cell: ({ text, ground }) => `${text} on ${ground}` },
  { key: 'least', header: 'Least', align: 'end', cell: ({ least }) => `${least}:1` },
  {
    key: 'ratio',
    header: 'Contrast',
    align: 'end',
    cell: ({ ratio, least }) => <Tag tone={ratio >= least ? 'success' : 'error'}>{ratio.toFixed(2)}:1</Tag>,
  },
];

function Contrasts() {
  // Computed from the styles of the page, so that changes of tokens are visible immediately.
  const [rows] = useState(() =>
    PAIRS.map((pair) => ({ ...pair, ratio: contrast(readToken(pair.text), readToken(pair.ground)) })),
  );
  return (
    <DataTable
      caption="Colours and their contrast"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.use + row.ground}
    />
  );
}

export const Colors: Story = {
  render: () => <Contrasts />,
  play: ({ canvasElement }) => {
    if (canvasElement.querySelector('.ui-tag[data-tone="error"]')) throw new Error('A pair of colours lacks contrast');
  },
};

export const Type: Story = {
  render: () => (
    <Stack gap="large">
      <p className="tokens-type" data-size="h1">
        Page title, Merriweather
      </p>
      <p className="tokens-type" data-size="h2">
        Section title
      </p>
      <p className="tokens-type" data-size="h3">
        Card title
      </p>
      <p className="tokens-type" data-size="figure">
        $18,542.10
      </p>
      <p className="tokens-type" data-size="lead">
        A lead in Public Sans says what a page is for.
      </p>
      <p className="tokens-type" data-size="text">
        Text in Public Sans: your payment is due on 04/15/2026.
      </p>
      <p className="tokens-type" data-size="small">
        Small text, for headers of columns and notes.
      </p>
      <p className="tokens-type ui-money" data-size="text">
        1,111.11
        <br />
        8,888.88
      </p>
    </Stack>
  ),
};

const boxes = (kind: string, names: readonly string[]) => (
  <div className="tokens-boxes">
    {names.map((name) => (
      <div key={name}>
        <div className="tokens-box" data-kind={kind} data-name={name} />
        <code>{name}</code>
      </div>
    ))}
  </div>
);

export const SpacingRadiiShadows: Story = {
  render: () => (
    <Stack gap="large">
      {boxes('space', ['1', '2', '3', '4', '5', '6', '7', '8'])}
      {boxes('radius', ['control', 'card', 'pill'])}
      {boxes('shadow', ['card', 'raised'])}
    </Stack>
  ),
};
