/** What the kit says for every form and flow, in words and to the eye: errors in the title, required boxes, steps that are done. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { SiteName, useDocumentTitle } from '#src/app/shell/page.ts';
import { Checkbox, ErrorPanel, RadioGroup, Stepper, SummaryList } from '#src/ui/index.ts';
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
  it('says that a form shows errors, until they are gone', async () => {
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

describe('a box that must be ticked', () => {
  it('says so to the eye and to a screen reader, and keeps its name', () => {
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

describe('a choice among few', () => {
  it('must be made, which a screen reader is told, unless it is optional, which is said after the question', () => {
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
  const leftOf = (text: string) => screen.getByText(text).getBoundingClientRect().left;

  it('have label and value next to each other; amounts stand at the end of the line', () => {
    const { rerender } = render(<SummaryList rows={[{ label: 'City', value: 'Lincoln' }]} />);
    expect(leftOf('Lincoln') - leftOf('City')).toBeLessThan(220);
    rerender(<SummaryList rows={[{ label: 'Current balance', value: '$10.00', money: true }]} />);
    expect(leftOf('$10.00') - leftOf('Current balance')).toBeGreaterThan(600);
  });
});

describe('a step that is done', () => {
  it.each([360, 1280])('has a tick, at %i pixels', async (width) => {
    await page.viewport(width, 800);
    const { container } = render(<Stepper steps={['One', 'Two', 'Three']} current={1} />);
    const ticks = [...container.querySelectorAll('.ui-stepper__tick')];
    expect(ticks).toHaveLength(1);
    const [tick] = ticks;
    expect(tick?.getBoundingClientRect().width).toBe(12);
    // Nothing around it is cut off, as the names of the steps are on a narrow screen.
    for (let at = tick?.parentElement; at !== null && at !== undefined; at = at.parentElement) {
      expect(getComputedStyle(at).clipPath).toBe('none');
    }
    await page.viewport(1280, 900);
  });
});
