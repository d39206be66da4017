/** The forms with errors. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/session/registration/registration.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Create Online Account' } satisfies Meta;

/** Continue was pressed with invalid fields only. */
export const IdentifyingBorrowerWithErrors = atState(model, 'identifyingBorrower', [
  { type: 'field.changed', field: 'accountNumber', value: '12345' },
  { type: 'field.changed', field: 'dateOfBirth', value: '02/30/1990' },
  { type: 'field.changed', field: 'ssnLastFour', value: '' },
  { type: 'continue.pressed' },
]);

/** Create Online Account was pressed with invalid fields only. */
export const ChoosingCredentialsWithErrors = atState(model, 'choosingCredentials', [
  { type: 'field.changed', field: 'username', value: 'av' },
  { type: 'field.changed', field: 'password', value: 'password123' },
  { type: 'field.changed', field: 'terms', value: false },
  { type: 'submit.pressed' },
]);
