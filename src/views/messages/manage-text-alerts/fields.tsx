/** The fields of Text Alerts, which its forms share. */
import {
  alertDescriptions,
  alertNames,
  textAlertLabels,
  textAlertMessages,
} from '#domain/messages/text-alerts/messages.ts';
import { ALERTS, type TextAlertValues } from '#domain/messages/text-alerts/shapes.ts';
import type { ViewProps } from '#machines/kit/view.ts';
import type { manageTextAlerts } from '#machines/messages/manage-text-alerts/manage-text-alerts.machine.ts';
import { Checkbox, Fieldset, Stack, TextField } from '../../../ui/index.ts';
import { type FormFields, formFields } from '../../kit/form/form-fields.tsx';
import { CONSENT_LABEL } from './messages.ts';

type Fields = FormFields<TextAlertValues>;

/** Returns the fields of the present form. */
export const createFields = (
  { state, send }: Pick<ViewProps<typeof manageTextAlerts>, 'state' | 'send'>,
  disabled: boolean,
): Fields =>
  formFields({ form: state.context.form, send, labels: textAlertLabels, messages: textAlertMessages, disabled });

export function PhoneField({ fields }: { fields: Fields }) {
  return (
    <TextField
      {...fields.text('phone')}
      hint="A U.S. mobile number with area code, for example 402-555-0142"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      width="medium"
    />
  );
}

/** Checkboxes of the alerts. */
export function AlertBoxes({ fields }: { fields: Fields }) {
  return (
    <Fieldset name="alerts" legend="Which alerts do you want?">
      <Stack>
        {ALERTS.map((alert) => (
          <Checkbox
            key={alert}
            {...fields.tick(alert)}
            label={alertNames[alert]}
            description={alertDescriptions[alert]}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

/** Checkbox with which the borrower agrees. It is disabled until the text has loaded. */
export function Consent({ fields, isReadable }: { fields: Fields; isReadable: boolean }) {
  const props = fields.tick('consent');
  return <Checkbox required {...props} label={CONSENT_LABEL} disabled={props.disabled === true || !isReadable} />;
}
