/** The forms with errors. */
import type { Meta } from '@storybook/react-vite';
import model from '#machines/profile/contact-information/contact-information.model.ts';
import { atState } from '#test/support/story.tsx';

export default { title: 'Flows/Contact Information' } satisfies Meta;

/** Save was pressed with invalid fields. */
export const EditingContactWithErrors = atState(model, 'editingContact.typing', [
  { type: 'field.changed', field: 'email', value: 'avery at example.com' },
  { type: 'field.changed', field: 'homePhone', value: '' },
  { type: 'field.changed', field: 'mobilePhone', value: '' },
  { type: 'field.changed', field: 'street', value: '12 Elm Street <script>' },
  { type: 'field.changed', field: 'city', value: 'Lincoln 2' },
  { type: 'field.changed', field: 'state', value: '' },
  { type: 'field.changed', field: 'zip', value: '6850' },
  { type: 'submit.pressed' },
]);
