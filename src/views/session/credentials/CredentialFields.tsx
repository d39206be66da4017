/**
 * The fields of a new username and password, and the terms. Both can be pasted, and the password can be shown (WCAG
 * 3.3.8).
 */
import { SHORTEST_PASSWORD, USERNAME_LENGTH } from '#domain/session/credentials/rules.ts';
import type { CredentialValues } from '#domain/session/credentials/shapes.ts';
import { Checkbox, Stack, TextField, TextLink } from '../../../ui/index.ts';
import type { formFields } from '../../kit/form/form-fields.tsx';

type Fields = ReturnType<typeof formFields<CredentialValues>>;

export function CredentialFields({ text, tick }: Pick<Fields, 'text' | 'tick'>) {
  const { min, max } = USERNAME_LENGTH;
  return (
    <Stack gap="large">
      <TextField
        {...text('username')}
        hint={`${min} to ${max} letters, digits, periods, hyphens, underscores or @; you can use capital or lowercase letters`}
        autoComplete="username"
      />
      <TextField
        {...text('password')}
        hint={`At least ${SHORTEST_PASSWORD} characters: a few words in a row are easy to remember`}
        secret
        autoComplete="new-password"
      />
      <TextField {...text('confirmation')} secret autoComplete="new-password" />
      <Stack>
        <p>
          <TextLink href="/content/legal/terms-of-use" newTab>
            Terms of Use
          </TextLink>
        </p>
        <Checkbox {...tick('terms')} required />
      </Stack>
    </Stack>
  );
}
