/**
 * Fields that identify a borrower (ruling 49). The digits of the Social Security number are hidden until the user shows
 * them.
 */
import type { IdentityValues } from '#domain/session/credentials/shapes.ts';
import { Card, DateField, Stack, TextField } from '../../../ui/index.ts';
import type { FormFields } from '../../kit/form/form-fields.tsx';

export function IdentityFields({ text }: Pick<FormFields<IdentityValues>, 'text'>) {
  return (
    <Card>
      <Stack gap="large">
        <TextField
          {...text('accountNumber')}
          hint="Nine digits, with or without the letter in front"
          width="medium"
          autoComplete="off"
        />
        <DateField {...text('dateOfBirth')} autoComplete="bday" />
        <TextField {...text('ssnLastFour')} secret width="short" inputMode="numeric" autoComplete="off" />
      </Stack>
    </Card>
  );
}
