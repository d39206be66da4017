/** Maximum lengths of inputs are allowed only if the specification names an input maximum (ruling 71). */
import { expect, it } from 'vitest';
import { read, sources } from './repository.ts';

/** Each place that sets a maximum length, with its source in the specification. */
const ALLOWED: Readonly<Record<string, string>> = {
  // The control passes on the value of its view.
  'src/ui/text-field/TextField.tsx: maxLength={maxLength}': 'ruling 71',
  // Routing number 9, name on account 22, nickname 27.
  'src/views/payments/bank-account/BankAccountFields.tsx: maxLength={INPUT_MAXIMUM[field]}': 'Y §5.2',
  // Nickname 27.
  'src/views/payments/payment-methods/views.tsx: maxLength={maximum}': 'Y §5.2',
};

it('sets a maximum length only for input maximums in the specification', () => {
  const isView = (file: string) => /^(?:src|server)\//.test(file) && !file.endsWith('.stories.tsx');
  const found = sources.filter(isView).flatMap((file) =>
    // Matches `maxLength={10}` and `maxlength="10"`, and `maxLength: 10` in the props of a view.
    [...read(file).matchAll(file.startsWith('src/') ? /\bmaxLength(?:=\S+|: \d+)/gi : /\bmaxlength=\S+/gi)].map(
      ([attribute]) => `${file}: ${attribute}`,
    ),
  );
  expect(found).toEqual(Object.keys(ALLOWED));
});
