/**
 * Privacy opt-out (P §2.8): the consumer's identity, and three options that are initially selected. If the server does
 * not respond, the status of the submission replaces the form, so that the consumer does not submit it twice.
 */
import type { ReactNode } from 'react';
import { optOutLabels, privacyMessages } from '#domain/profile/privacy/messages.ts';
import type { OptOutValues } from '#domain/profile/privacy/shapes.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { privacyOptOut } from '#machines/profile/privacy-opt-out/privacy-opt-out.machine.ts';
import {
  Button,
  ButtonRow,
  Card,
  Checkbox,
  Columns,
  Content,
  Fieldset,
  Form,
  Select,
  Stack,
  TextArea,
  TextField,
} from '../../../ui/index.ts';
import { formFields } from '../../kit/form/form-fields.tsx';
import { FormHeading } from '../privacy/FormHeading.tsx';
import { PrivacyNotice } from '../privacy/PrivacyNotice.tsx';
import { privacySubmissionMessages } from '../privacy/messages.ts';
import { OutcomeUnknown, isOutcomeUnknown } from '../../kit/submission/OutcomeUnknown.tsx';

/** Managed content of each option. */
const OPTIONS = {
  affiliateMarketing: <Content section="formscontent" name="Privacy-Opt-Out-Affiliate-Marketing" />,
  affiliateSharing: <Content section="formscontent" name="Privacy-Opt-Out-Affiliate-Sharing" />,
  nonAffiliateSharing: <Content section="formscontent" name="Privacy-Opt-Out-Nonaffiliate-Sharing" />,
} as const satisfies Partial<Record<keyof OptOutValues, ReactNode>>;

export function PrivacyOptOut({ state, send, children: { submitOptOut } }: ViewProps<typeof privacyOptOut>) {
  const { form, notice, states } = state.context;
  const isBusy = state.hasTag('busy');
  if (isOutcomeUnknown(submitOptOut)) {
    return <OutcomeUnknown submission={submitOptOut} messages={privacySubmissionMessages} />;
  }
  const { text, tick, panel } = formFields({
    form,
    send,
    labels: optOutLabels,
    messages: privacyMessages,
    disabled: isBusy,
  });
  return (
    <Stack gap="large">
      <FormHeading name="Privacy-Opt-Out-Heading" fallback="Privacy Opt-Out Form" />
      <Content section="formscontent" name="Privacy-Opt-Out-Intro" />
      <p>All fields are required.</p>
      <PrivacyNotice notice={notice} />
      {panel}
      <Form onSubmit={() => send({ type: 'submit.pressed' })}>
        <Card heading="Your Information">
          <Stack gap="large">
            <TextField {...text('accountNumber')} width="medium" />
            <Columns of="fields">
              <TextField {...text('firstName')} autoComplete="given-name" />
              <TextField {...text('lastName')} autoComplete="family-name" />
            </Columns>
            <TextArea {...text('mailingAddress')} rows={2} autoComplete="street-address" />
            <Columns of="fields">
              <TextField {...text('city')} autoComplete="address-level2" />
              <Select
                {...text('state')}
                options={(states ?? []).map(({ stateCode, stateName }) => ({ value: stateCode, label: stateName }))}
                placeholder="Select a state"
                autoComplete="address-level1"
              />
            </Columns>
            <TextField {...text('zip')} width="short" autoComplete="postal-code" />
          </Stack>
        </Card>
        <Card>
          <Fieldset name="options" legend="I opt out of">
            <Stack>
              {(['affiliateMarketing', 'affiliateSharing', 'nonAffiliateSharing'] as const).map((name) => (
                <Checkbox key={name} {...tick(name)} description={OPTIONS[name]} />
              ))}
            </Stack>
          </Fieldset>
        </Card>
        <ButtonRow>
          <Button type="submit" busy={isBusy} busyText={privacySubmissionMessages.sending}>
            Submit
          </Button>
        </ButtonRow>
      </Form>
    </Stack>
  );
}
