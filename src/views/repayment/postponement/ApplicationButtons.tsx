/** Buttons below an application. */
import { Button, ButtonRow } from '../../../ui/index.ts';
import { applicationMessages } from './messages.ts';

export interface ApplicationButtonsProps {
  /** Whether a submission is in progress. Disables both buttons. */
  readonly isBusy: boolean;
  /** Undefined if Continue submits the surrounding form. */
  readonly onContinue?: () => void;
  readonly onPrevious: () => void;
}

/** Continue, which submits the application, and Previous. */
export const ApplicationButtons = ({ isBusy, onContinue, onPrevious }: ApplicationButtonsProps) => (
  <ButtonRow>
    <Button
      type={onContinue === undefined ? 'submit' : 'button'}
      busy={isBusy}
      busyText={applicationMessages.sending}
      onClick={onContinue}
    >
      Continue
    </Button>
    <Button variant="secondary" disabled={isBusy} onClick={onPrevious}>
      Previous
    </Button>
  </ButtonRow>
);
