/** The buttons below an application. */
import { Button, ButtonRow } from '../../ui/index.ts';
import { applicationMessages } from './messages.ts';

export interface ApplicationButtonsProps {
  /** Whether the application is under way: both buttons wait. */
  readonly isBusy: boolean;
  /** Left out where Continue submits the form in which it stands. */
  readonly onContinue?: () => void;
  readonly onPrevious: () => void;
}

/** Continue, which submits, and Previous. */
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
