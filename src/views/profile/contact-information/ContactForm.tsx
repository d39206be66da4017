/** Contact form with email, phones and address. Fields are validated and normalized on blur. Enter saves. */
import type { ContactValues } from '#domain/profile/contact/shapes.ts';
import { contactFieldLabels, contactMessages } from '#domain/profile/contact/messages.ts';
import { PHONE_HINT } from '#domain/phone.ts';
import type { contactInformation } from '#machines/profile/contact-information/contact-information.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, Form, Stack, TextField } from '../../../ui/index.ts';
import { type FormFields, formFields } from '../../kit/form/form-fields.tsx';
import { AddressFields } from '../postal-address/AddressFields.tsx';
import { StatesMissing } from '../postal-address/StatesMissing.tsx';
import { CouldNotSave } from './CouldNotSave.tsx';

type Props = ViewProps<typeof contactInformation>;

function Fields({ state, text }: Pick<Props, 'state'> & Pick<FormFields<ContactValues>, 'text'>) {
  const { countries, states } = state.context;
  // Neither phone is required on its own: one of the two is sufficient.
  const phone = { required: false, type: 'tel', inputMode: 'tel', width: 'medium' } as const;
  return (
    <Stack gap="large">
      <TextField {...text('email')} type="email" inputMode="email" autoComplete="email" />
      <TextField {...text('homePhone')} {...phone} hint={PHONE_HINT} autoComplete="home tel" />
      <TextField
        {...text('mobilePhone')}
        {...phone}
        hint={`${PHONE_HINT}; one of the two is enough`}
        autoComplete="mobile tel"
      />
      <AddressFields
        {...{ countries, states, text }}
        isLoadingStates={state.matches({ editingContact: 'lookingUpStates' })}
      />
    </Stack>
  );
}

export function ContactForm({ state, send }: Props) {
  const { action, contact, form, notice } = state.context;
  const isBusy = state.hasTag('busy');
  const { text, panel } = formFields({
    form,
    send,
    labels: contactFieldLabels,
    messages: contactMessages,
    disabled: isBusy,
  });
  return (
    <Stack gap="large">
      {action === null ? <Content section="myprofile" name="contact-info-intro" /> : null}
      <CouldNotSave notice={notice} button="Save" />
      {panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <Fields {...{ state, text }} />
        </Card>
        {state.matches({ editingContact: 'statesMissing' }) && (
          <StatesMissing send={send} isAnnouncedElsewhere={form.panel.length > 0 || notice !== null} />
        )}
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText="Saving your contact information…">
            Save
          </Button>
          {contact.street === '' ? null : (
            <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'change.canceled' })}>
              Cancel
            </Button>
          )}
        </ButtonRow>
      </Form>
    </Stack>
  );
}
