/**
 * California privacy rights form (P §2.7): the requester, the consumer, and the type of request. If the server does not
 * respond, the status of the submission replaces the form, so that the requester does not submit it twice.
 */
import type { ReactNode } from 'react';
import { PHONE_HINT } from '#domain/phone.ts';
import { privacyMessages, privacyRequestLabels, requestTypeNames } from '#domain/profile/privacy/messages.ts';
import { isAgent } from '#domain/profile/privacy/rules.ts';
import { type PrivacyRequestValues, REQUEST_TYPES, type RequestType } from '#domain/profile/privacy/shapes.ts';
import type { PostalAddressValues } from '#domain/profile/postal-address.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { privacyRequest } from '#machines/profile/privacy-request/privacy-request.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  Columns,
  Content,
  ContentCard,
  Form,
  RadioGroup,
  Select,
  Stack,
  TextField,
} from '../../../ui/index.ts';
import { type FormFields, formFields } from '../../kit/form/form-fields.tsx';
import { AddressFields } from '../postal-address/AddressFields.tsx';
import { StatesMissing } from '../postal-address/StatesMissing.tsx';
import { FormHeading } from '../privacy/FormHeading.tsx';
import { PrivacyNotice } from '../privacy/PrivacyNotice.tsx';
import { privacySubmissionMessages } from '../privacy/messages.ts';
import { OutcomeUnknown, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';

type Props = ViewProps<typeof privacyRequest>;
type Fields = FormFields<PrivacyRequestValues>;

const toOptions = (choices: readonly { readonly value: string; readonly text: string }[]) =>
  choices.map(({ value, text }) => ({ value, label: text }));

/** Fields for an agent who acts for the consumer. */
function AgentFields({ context, text }: { context: Props['state']['context']; text: Fields['text'] }) {
  const { agentRelationships } = context;
  return (
    <Card heading="Your Information">
      <Stack gap="large">
        <Content section="formscontent" name="CA-Privacy-Form-Body3" />
        <Columns of="fields">
          <TextField {...text('agentFirstName')} autoComplete="given-name" />
          <TextField {...text('agentLastName')} autoComplete="family-name" />
        </Columns>
        <Columns of="fields">
          <TextField {...text('agentDateOfBirth')} hint="MM/DD/YYYY" inputMode="numeric" autoComplete="bday" />
          <TextField {...text('agentPhone')} hint={PHONE_HINT} type="tel" inputMode="tel" autoComplete="tel" />
        </Columns>
        <TextField {...text('agentEmail')} type="email" inputMode="email" autoComplete="email" />
        <Select
          {...text('agentRelationship')}
          options={toOptions(agentRelationships)}
          placeholder="Select a relationship"
        />
        <TextField {...text('agentBusinessName')} optional autoComplete="organization" />
      </Stack>
    </Card>
  );
}

/** Names of the address fields in this form (P §3). */
const ADDRESS = {
  country: 'country',
  street: 'mailingAddress',
  city: 'city',
  state: 'state',
  zip: 'zipCode',
} as const satisfies Record<keyof PostalAddressValues, keyof PrivacyRequestValues>;

const ACCESS = <Content key="access" section="formscontent" name="CA-Privacy-Form-Body4" />;
const DELETION = <Content key="deletion" section="formscontent" name="CA-Privacy-Form-Body5" />;
const CORRECTION = <Content key="correction" section="formscontent" name="CA-Privacy-Form-Body6" />;

/** Explanation of each type of request. */
const MEANINGS: Readonly<Record<string, readonly ReactNode[]>> = {
  Access: [ACCESS],
  Deletion: [DELETION],
  AccAndDel: [ACCESS, DELETION],
  Correction: [CORRECTION],
} satisfies Record<RequestType, readonly ReactNode[]>;

export function PrivacyRequest({ state, send, children: { submitRequest } }: Props) {
  const { form, notice, relationships, servicer, countries, states } = state.context;
  const isBusy = state.hasTag('busy');
  if (isOutcomeUnknown(submitRequest)) {
    return <OutcomeUnknown submission={submitRequest} messages={privacySubmissionMessages} />;
  }
  const { text, onChange, findError, panel } = formFields({
    form,
    send,
    labels: { ...privacyRequestLabels, relationship: `Relationship to ${servicer}` },
    messages: privacyMessages,
    disabled: isBusy,
  });
  const isForAnother = isAgent(form.values);
  const isStatesMissing = state.matches({ fillingIn: 'statesMissing' });
  return (
    <Stack gap="large">
      <FormHeading name="CA-Privacy-Form-Heading1" fallback="California Privacy Rights Request" />
      <Content section="formscontent" name="CA-Privacy-Form-Body1" />
      <PrivacyNotice notice={notice} />
      {panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <RadioGroup
          name="certifyThatIAmPerson"
          legend={privacyRequestLabels.certifyThatIAmPerson}
          error={findError('certifyThatIAmPerson')}
          value={form.values.certifyThatIAmPerson}
          onChange={onChange('certifyThatIAmPerson')}
          options={[
            { value: 'consumer', label: 'For myself', disabled: isBusy },
            { value: 'agent', label: 'For someone else', disabled: isBusy },
          ]}
        />
        {isForAnother && <AgentFields context={state.context} text={text} />}
        <Card heading="Consumer's Information">
          <Stack gap="large">
            <Columns of="fields">
              <TextField {...text('firstName')} />
              <TextField {...text('alternateFirstName')} optional />
            </Columns>
            <Columns of="fields">
              <TextField {...text('lastName')} />
              <TextField {...text('alternateLastName')} optional />
            </Columns>
            <AddressFields
              countries={countries ?? []}
              states={states}
              text={(name) => text(ADDRESS[name])}
              isLoadingStates={state.matches({ fillingIn: 'lookingUpStates' })}
              isOfAnybody
            />
            <TextField {...text('email')} type="email" inputMode="email" />
            <Select
              {...text('typeOfRequest')}
              options={REQUEST_TYPES.map((type) => ({ value: type, label: requestTypeNames[type] }))}
              placeholder="Select a type of request"
            />
            {MEANINGS[form.values.typeOfRequest]}
            <Select {...text('relationship')} options={toOptions(relationships)} placeholder="Select a relationship" />
          </Stack>
        </Card>
        {isStatesMissing && (
          <StatesMissing send={send} isAnnouncedElsewhere={form.panel.length > 0 || notice !== null} />
        )}
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText={privacySubmissionMessages.sending}>
            Submit Request
          </Button>
        </ButtonRow>
      </Form>
      <ContentCard section="formscontent" name="CA-Privacy-Form-Body2" tone="quiet" />
    </Stack>
  );
}
