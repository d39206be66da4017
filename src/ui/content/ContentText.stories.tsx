import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { ContentText } from './ContentText.tsx';

const html = `
  <h2>How we apply your payment</h2>
  <p>We apply it <strong>first to fees</strong>, then to interest, then to principal. See <a href="https://studentaid.gov" target="_blank">StudentAid.gov</a>.</p>
  <ul><li>Payments made before 5 p.m. Eastern count for the day.</li><li>Weekends and holidays count for the next banking day.</li></ul>
  <table><thead><tr><th scope="col">Program</th><th scope="col">Order</th></tr></thead><tbody><tr><td>Direct</td><td>Fees, interest, principal</td></tr></tbody></table>
  <script>document.title = 'unsafe'</script><img src="/favicon.svg" alt="" width="48" onerror="document.title = 'unsafe'"><p style="color: red">No styles.</p>
`;

const meta = {
  title: 'Data/Content',
  component: ContentText,
  args: { section: 'payments', name: 'pay-now-disclaimer', html, state: 'ready' },
} satisfies Meta<typeof ContentText>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Sanitizing removes scripts and styles and keeps the text. */
export const Ready: Story = {
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('heading', { name: 'How we apply your payment' });
    const place = canvasElement.querySelector('[data-content="payments/pay-now-disclaimer"]');
    await expect(place?.querySelector('script, [style], [onerror]')).toBeNull();
    await expect(place?.querySelector('a')).toHaveAttribute('rel', 'noopener');
  },
};
/** Lines have up to 75 characters. Tables take the whole width. */
export const LongText: Story = {
  args: {
    html: `<p>${'We add unpaid interest to your principal when a deferment ends. '.repeat(4)}</p>
      <table><tbody><tr><td>${'Interest is added on all loans. '.repeat(8)}</td></tr></tbody></table>`,
  },
  decorators: [
    (Shown) => (
      <div style={{ width: '75rem' }}>
        <Shown />
      </div>
    ),
  ],
  play: async ({ canvasElement }) => {
    const text = await within(canvasElement).findByText(/^We add/);
    const { lineHeight } = getComputedStyle(text);
    const lines = Math.round(text.getBoundingClientRect().height / Number.parseFloat(lineHeight));
    await expect((text.textContent?.length ?? 0) / lines).toBeLessThanOrEqual(75);
    await expect(canvasElement.querySelector('table')?.getBoundingClientRect().width).toBeGreaterThan(1000);
  },
};
export const Loading: Story = { args: { html: undefined, state: 'loading' } };
export const Missing: Story = {
  args: { html: undefined, state: 'missing', fallback: <p>This text is not available at the moment.</p> },
};
export const Inline: Story = { args: { html: 'Payments <em>after the cutoff</em>', inline: true } };
