/** Lazy-loaded parts of a page also load without scrolling. */
import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Nothing, lazyParts } from '#src/app/flow/lazy-parts.tsx';
import { UpdatesPlaceholder } from '../../src/views/accounts/dashboard-updates/UpdatesPlaceholder.tsx';
import '#src/ui/styles/index.scss';

const Placeholder = () => <p>Not loaded</p>;

interface Code {
  readonly Part: ComponentType;
}

const createPart = (load: () => Promise<Code>, placeholder: ComponentType<{ readonly isLoading: boolean }>) =>
  lazyParts(load, { what: 'The part', Placeholder: placeholder, Missing: Nothing, isLoadedWhenSeen: true }).part(
    'Part',
  );

/** Renders a part far below the window. */
function renderBelow() {
  const load = vi.fn(() => Promise.resolve({ Part: () => <p>The next dates</p> }));
  const Part = createPart(load, Placeholder);
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

it('reserves space while it loads, and takes only the needed space afterwards', async () => {
  let arrive: (code: Code) => void = () => undefined;
  const code = new Promise<Code>((resolve) => {
    arrive = resolve;
  });
  const Part = createPart(() => code, UpdatesPlaceholder);
  render(
    <>
      <Part />
      <p>Below</p>
    </>,
  );
  const topOfTheNext = () => screen.getByText('Below').getBoundingClientRect().top;
  await screen.findByText('Loading your next dates…');
  expect(topOfTheNext()).toBeGreaterThan(400);
  arrive({ Part: () => <p>No dates</p> });
  const part = await screen.findByText('No dates');
  expect(topOfTheNext() - part.getBoundingClientRect().bottom).toBeLessThan(50);
});
