/** The reason why an application was not received, shown above its form, which keeps all input (ruling 3). */
import { Notice, PhoneLink } from '../../../ui/index.ts';

export interface NotReceived {
  readonly kind: 'refused' | 'couldNotSend' | 'nothingWasSent';
  /** The server's reasons, as sentences. */
  readonly reasons?: readonly string[];
}

const HEADINGS = {
  refused: "Your application wasn't accepted.",
  couldNotSend: "We couldn't send your application. Nothing you entered is lost.",
  nothingWasSent: "We didn't receive your application, and nothing was submitted. Please submit it again.",
} as const;

export function ApplicationNotice({ notice }: { readonly notice: NotReceived | null }) {
  if (notice === null) return null;
  const { kind, reasons = [] } = notice;
  return (
    <Notice kind="error" id="notice" heading={HEADINGS[kind]}>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <p>
        If you need help, call us at <PhoneLink />.
      </p>
    </Notice>
  );
}
