/** The form, and the confirmation after it was sent. */
import { emailFieldLabels, emailUsMessages } from '#domain/messages/email-us/messages.ts';
import type { Values } from './example-form.machine.ts';
import { Card, Notice, TextArea } from '#src/ui/index.ts';
import { type FieldsProps, formPageViews } from '#src/views/kit/form/form-page-views.tsx';
import { NOTICES, exampleFormMessages } from './messages.ts';

const Fields = ({ fields: { text } }: FieldsProps<Values, object>) => (
  <Card>
    <TextArea {...text('text')} rows={6} />
  </Card>
);

const Received = ({ received }: { received: string }) => (
  <Notice kind="success" id="notice">
    <p>{`Thank you. We have your message. Its number is ${received}.`}</p>
  </Notice>
);

export const exampleFormViews = formPageViews({
  Fields,
  Received,
  labels: emailFieldLabels,
  errors: emailUsMessages,
  notices: NOTICES,
  texts: exampleFormMessages,
  button: 'Send Message',
});
