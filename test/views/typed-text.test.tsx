/** Pasted text in fields is not truncated because of characters that the form removes (ruling 109). */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { normalizedText } from '#domain/typed-text.ts';
import { nicknameSchema } from '#domain/payments/banking/rules.ts';
import { bankFieldLabels, bankMessages } from '#domain/payments/banking/messages.ts';
import { formRules } from '#machines/kit/form.ts';
import { TextArea, TextField } from '#src/ui/index.ts';
import { formFields } from '#src/views/kit/form/form-fields.tsx';

afterEach(cleanup);

type TextFieldProps = ComponentProps<typeof TextField>;

/** A field of a form, which normalizes each change. */
function Field(props: Partial<TextFieldProps>) {
  const [value, setValue] = useState('');
  return (
    <>
      <TextField
        name="field"
        label="Field"
        value={value}
        onChange={(text) => setValue(normalizedText(text))}
        {...props}
      />
      <output>{value}</output>
    </>
  );
}

const box = () => screen.getByRole<HTMLInputElement>('textbox');
const stored = () => screen.getByRole('status').textContent;

async function pasteInto(text: string, props: Partial<TextFieldProps>) {
  render(<Field {...props} />);
  await userEvent.click(box());
  await userEvent.paste(text);
}

describe('a pasted text', () => {
  it('is whole in a number field with a maximum', async () => {
    await pasteInto('\u202D0210\u200B-000\u00A021\u202C', { isNumber: true, maxLength: 9 });
    expect(stored()).toBe('021000021');
    expect(box().value).toBe('021000021');
  });

  it('is whole in a name field with a maximum, and cut only beyond it', async () => {
    await pasteInto('\u202DMary\u00A0O\u2019Brien\u202C Smith', { maxLength: 12 });
    expect(stored()).toBe("Mary O'Brien");
  });

  it('is shown as typed until the field is left', async () => {
    await pasteInto('O\u2019Brien', {});
    expect(stored()).toBe("O'Brien");
    expect(box().value).toBe('O\u2019Brien');
    await userEvent.tab();
    expect(box().value).toBe("O'Brien");
  });

  it('of several lines is one line after the field is left', async () => {
    function Street() {
      const [value, setValue] = useState('');
      return (
        <TextArea name="street" label="Street" value={value} onChange={(text) => setValue(normalizedText(text))} />
      );
    }
    render(<Street />);
    await userEvent.click(box());
    await userEvent.keyboard('12 Main St{Enter}Apt 4');
    expect(box().value).toBe('12 Main St\nApt 4');
    await userEvent.tab();
    expect(box().value).toBe('12 Main St, Apt 4');
  });
});

it('names a character that a rule refuses beside the message', () => {
  const facts = { nickname: { min: 1, max: 27 }, nicknames: [] };
  const rules = formRules<{ accountNickname: string }, typeof facts>({ schema: nicknameSchema });
  const form = rules.attempted(rules.start({ accountNickname: 'Card @ bank' }, facts), facts);
  const { text } = formFields({ form, send: () => undefined, labels: bankFieldLabels, messages: bankMessages });
  render(<TextField {...text('accountNickname')} />);
  expect(screen.getByText('Invalid Format for Account Nickname')).toBeTruthy();
  expect(screen.getByText('Please remove “@”.')).toBeTruthy();
});
