/** Inputs with a maximum length: only those for which the specification names an input maximum (ruling 71). */
import { expect, it } from 'vitest';
import { read, sources } from './repository.ts';

/** Each place that sets a maximum length, with the part of the specification that names it. */
const ALLOWED: Readonly<Record<string, string>> = {
  // The control passes the value of its view on.
  'src/ui/text-field/TextField.tsx: maxLength={maxLength}': 'ruling 71',
  // Routing number 9, name on account 22, nickname 27.
  'src/views/bank-account/BankAccountFields.tsx: maxLength={INPUT_MAXIMUM[field]}': 'Y §5.2',
};

it('sets a maximum length only where the specification names an input maximum', () => {
  const isView = (file: string) => /^(?:src|server)\//.test(file) && !file.endsWith('.stories.tsx');
  const found = sources.filter(isView).flatMap((file) =>
    // `maxLength={10}` and `maxlength="10"`, and in the props of a view `maxLength: 10`.
    [...read(file).matchAll(file.startsWith('src/') ? /\bmaxLength(?:=\S+|: \d+)/gi : /\bmaxlength=\S+/gi)].map(
      ([attribute]) => `${file}: ${attribute}`,
    ),
  );
  expect(found).toEqual(Object.keys(ALLOWED));
});
