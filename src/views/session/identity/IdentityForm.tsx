/** Identity form (ruling 49) with its error panel. */
import { credentialFieldLabels, credentialMessages } from '#domain/session/credentials/messages.ts';
import type { IdentityValues } from '#domain/session/credentials/shapes.ts';
import type { Form as FormState, FormEvent } from '#machines/kit/form.ts';
import { Button, ButtonRow, Form } from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { IdentityFields } from './IdentityFields.tsx';

interface IdentityFormProps {
  readonly form: FormState<IdentityValues>;
  readonly send: (event: FormEvent | { readonly type: 'continue.pressed' }) => void;
  readonly isBusy: boolean;
  /** Text of the Continue button while the request is in progress. */
  readonly busyText: string;
}

export function IdentityForm({ form, send, isBusy, busyText }: IdentityFormProps) {
  const { text, panel } = formFields({
    form,
    send,
    labels: credentialFieldLabels,
    messages: credentialMessages,
    disabled: isBusy,
  });
  return (
    <>
      {panel}
      <Form onSubmit={() => send({ type: 'continue.pressed' })}>
        <IdentityFields text={text} />
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText={busyText}>
            Continue
          </Button>
        </ButtonRow>
      </Form>
    </>
  );
}
