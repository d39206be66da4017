/**
 * Notice above a privacy form that was not received (ruling 3). `{phone}` is the placeholder for the servicer's phone
 * number.
 */
import type { PrivacyNotice as PrivacyNoticeName } from '#domain/profile/privacy/outcome.ts';
import { FormNotice } from '../../kit/form/form-fields.tsx';

export const PRIVACY_NOTICES = {
  couldNotSend: "We couldn't send your request. Nothing you entered is lost. Please try again.",
  notAccepted:
    "Your request wasn't accepted. Nothing you entered is lost. Please check it and try again, or call us at {phone}.",
  tooOften: "We've had too many requests from your network. Please try again in an hour, or call us at {phone}.",
  neverArrived: "We didn't receive your request. Nothing you entered is lost. Please submit it again.",
} as const satisfies Record<PrivacyNoticeName, string>;

export const PrivacyNotice = ({ notice }: { readonly notice: PrivacyNoticeName | null }) => (
  <FormNotice text={notice === null ? null : PRIVACY_NOTICES[notice]} />
);
