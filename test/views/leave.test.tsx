/** A field that loses focus to the press of a button is reported as left before the button's action. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Button, Checkbox, TextField } from '#src/ui/index.ts';

afterEach(cleanup);

/** Shows a field and a button, focuses the field, and returns the events in order. */
async function show(): Promise<readonly string[]> {
  const events: string[] = [];
  render(
    <>
      <TextField name="amount" label="Amount" value="" onChange={() => undefined} onLeave={() => events.push('left')} />
      <Button onClick={() => events.push('pressed')}>Continue</Button>
      <p>Text</p>
    </>,
  );
  await userEvent.click(screen.getByRole('textbox'));
  return events;
}

it('is left before the click takes effect, and not while the button is pressed', async () => {
  const events = await show();
  const button = screen.getByRole('button');
  const user = userEvent.setup();
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(events).toEqual([]);
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  expect(events).toEqual(['left', 'pressed']);
});

it('is left once if the press ends elsewhere, without a click on the button', async () => {
  const events = await show();
  const user = userEvent.setup();
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button') });
  await user.pointer({ keys: '[/MouseLeft]', target: screen.getByText('Text') });
  await waitFor(() => expect(events).toEqual(['left']));
  await user.click(screen.getByText('Text'));
  expect(events).toEqual(['left']);
});

it('is left after the click on a checkbox, which counts although the form renders', async () => {
  function Form() {
    const [left, setLeft] = useState(0);
    const [checked, setChecked] = useState(false);
    return (
      <>
        <TextField name="amount" label="Amount" value="" onChange={() => undefined} onLeave={() => setLeft(left + 1)} />
        <Checkbox name="terms" label="I agree" checked={checked} onChange={setChecked} />
        <p>{`left ${left}`}</p>
      </>
    );
  }
  render(<Form />);
  // Real clicks of the browser, because React renders between their listeners.
  await page.getByRole('textbox').click();
  await page.getByRole('checkbox').click();
  await screen.findByText('left 1');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});

it('is left at once by the keyboard', async () => {
  const events = await show();
  await userEvent.tab();
  expect(events).toEqual(['left']);
});
