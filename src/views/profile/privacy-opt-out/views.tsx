/** Privacy opt-out (P §2.8): the consumer's identity, and three options that are initially selected. */
import type { ReactNode } from 'react';
import type { State } from '#domain/profile/demographics/shapes.ts';
import { optOutLabels, privacyMessages } from '#domain/profile/privacy/messages.ts';
import type { OptOutValues } from '#domain/profile/privacy/shapes.ts';
import { Card, Checkbox, Columns, Content, Fieldset, Select, Stack, TextArea, TextField } from '../../../ui/index.ts';
import { type FieldsProps, formPageViews } from '../../kit/form/form-page-views.tsx';
import { FormHeading } from '../privacy/FormHeading.tsx';
import { PRIVACY_NOTICES } from '../privacy/PrivacyNotice.tsx';
import { privacySubmissionMessages } from '../privacy/messages.ts';
import { OptOutReceived } from './OptOutReceived.tsx';

/** Managed content of each option. */
const OPTIONS = {
  affiliateMarketing: <Content section="formscontent" name="Privacy-Opt-Out-Affiliate-Marketing" />,
  affiliateSharing: <Content section="formscontent" name="Privacy-Opt-Out-Affiliate-Sharing" />,
  nonAffiliateSharing: <Content section="formscontent" name="Privacy-Opt-Out-Nonaffiliate-Sharing" />,
} as const satisfies Partial<Record<keyof OptOutValues, ReactNode>>;

function Fields({ fields: { text, tick }, facts: states }: FieldsProps<OptOutValues, State[]>) {
  return (
    <Stack gap="large">
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
              options={states.map(({ stateCode, stateName }) => ({ value: stateCode, label: stateName }))}
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
    </Stack>
  );
}

export const privacyOptOutViews = formPageViews({
  Fields,
  labels: optOutLabels,
  errors: privacyMessages,
  notices: PRIVACY_NOTICES,
  texts: privacySubmissionMessages,
  button: 'Submit',
  intro: (
    <>
      <FormHeading name="Privacy-Opt-Out-Heading" fallback="Privacy Opt-Out Form" />
      <Content section="formscontent" name="Privacy-Opt-Out-Intro" />
      <p>All fields are required.</p>
    </>
  ),
  Received: OptOutReceived,
});
