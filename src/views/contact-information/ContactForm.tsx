/** The form: e-mail, phones, address. Fields are validated and normalized when they are left; Enter saves. */
import type { ContactValues } from '#domain/contact/shapes.ts';
import { contactFieldWords, contactWords } from '#domain/contact/words.ts';
import { EMAIL_LENGTH } from '#domain/email.ts';
import { PHONE_MASK } from '#domain/phone.ts';
import { say } from '#domain/verdict.ts';
import type { contactInformation } from '#machines/contact-information/contact-information.machine.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import { Button, ButtonRow, Card, Content, ErrorPanel, Form, Notice, Stack, TextField } from '../../ui/index.ts';
import { AddressFields } from '../postal-address/AddressFields.tsx';
import { CouldNotSave } from './CouldNotSave.tsx';

type Props = ViewProps<typeof contactInformation>;
type Name = keyof ContactValues;

const isName = (field: string): field is Name => Object.hasOwn(contactFieldWords, field);

function Fields({ state, send }: Props) {
  const { countries, states, form } = state.context;
  const disabled = state.hasTag('busy');
  const errorOf = (name: Name) => {
    const error = form.errors[name];
    return error === undefined ? undefined : say(contactWords, error);
  };
  const onEnter = (name: Name, value: string) => send({ type: 'field.changed', field: name, value });
  const onLeave = (name: Name) => send({ type: 'field.left', field: name });
  const field = (name: Name) => ({
    name,
    label: contactFieldWords[name],
    value: form.values[name],
    disabled,
    error: errorOf(name),
    onChange: (value: string) => onEnter(name, value),
    onLeave: () => onLeave(name),
  });
  // One of the two is enough.
  const phone = { required: false, type: 'tel', inputMode: 'tel', width: 'medium', maxLength: 20 } as const;
  return (
    <Stack gap="large">
      <TextField {...field('email')} type="email" inputMode="email" autoComplete="email" maxLength={EMAIL_LENGTH} />
      <TextField {...field('homePhone')} {...phone} hint={PHONE_MASK} autoComplete="home tel" />
      <TextField
        {...field('mobilePhone')}
        {...phone}
        hint={`${PHONE_MASK}; one of the two is enough`}
        autoComplete="mobile tel"
      />
      <AddressFields
        {...{ countries, states, disabled, errorOf, onEnter, onLeave }}
        values={form.values}
        isLoadingStates={state.matches({ editingContact: 'lookingUpStates' })}
      />
    </Stack>
  );
}

/** The states of a country that was chosen did not come. */
function StatesMissing({ send }: Pick<Props, 'send'>) {
  return (
    <Notice
      kind="error"
      action={
        <Button variant="secondary" onClick={() => send({ type: 'states.wanted' })}>
          Load the states again
        </Button>
      }
    >
      <p>The states of this country could not be loaded.</p>
    </Notice>
  );
}

export function ContactForm(props: Props) {
  const { state, send } = props;
  const { action, contact, form, notice } = state.context;
  const isBusy = state.hasTag('busy');
  return (
    <Stack gap="large">
      {action === null ? <Content section="myprofile" name="contact-info-intro" /> : null}
      <CouldNotSave notice={notice} button="Save" />
      <ErrorPanel
        errors={form.panel.map(({ field, verdict }) => ({
          field,
          label: isName(field) ? contactFieldWords[field] : field,
          message: say(contactWords, verdict),
        }))}
      />
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card>
          <Fields {...props} />
        </Card>
        {state.matches({ editingContact: 'statesMissing' }) && <StatesMissing send={send} />}
        <ButtonRow align="between">
          {contact.street === '' ? null : (
            <Button variant="secondary" disabled={isBusy} onClick={() => send({ type: 'change.cancelled' })}>
              Cancel
            </Button>
          )}
          <Button type="submit" busy={isBusy} busyText="Saving your contact information…">
            Save
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
