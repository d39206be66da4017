/** Parts of a page that load later also load if nobody scrolls to them. */
import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { whenVisible } from '../../src/app/flow/when-visible.tsx';

const Placeholder = () => <p>Not loaded</p>;

/** Renders a part far below the window. */
function renderBelow() {
  const load = vi.fn(() => Promise.resolve(() => <p>The next dates</p>));
  const Part = whenVisible({ load, Placeholder, what: 'The part' });
  render(
    <div style={{ paddingTop: 20_000 }}>
      <Part />
    </div>,
  );
  return load;
}

afterEach(() => vi.unstubAllGlobals());

it('loads when the browser is idle, for find-in-page and screen readers', async () => {
  const load = renderBelow();
  await expect(screen.findByText('The next dates')).resolves.toBeInstanceOf(HTMLElement);
  expect(load).toHaveBeenCalledOnce();
});

it('loads before the page is printed', async () => {
  vi.stubGlobal('requestIdleCallback', () => 0);
  const load = renderBelow();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(load).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('beforeprint'));
  await expect(screen.findByText('The next dates')).resolves.toBeInstanceOf(HTMLElement);
  window.dispatchEvent(new Event('beforeprint'));
  expect(load).toHaveBeenCalledOnce();
});
