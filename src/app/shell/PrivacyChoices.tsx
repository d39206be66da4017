/** The consent manager behind 'Your Privacy Choices' (P §2.4). */
import { useState } from 'react';
import { browserStorage, isOnlyOnThisPage } from '../browser/storage.ts';
import { Button, ButtonRow, Checkbox, Content, Dialog } from '../../ui/index.ts';
import { startMeasurement } from '../measurement/start-measurement.ts';
import { useStarted } from '../page/use-started.ts';
import { useSession } from '../session/use-session.ts';
import { PRIVACY_CHOICES, storePrivacyChoices, readPrivacyChoices } from '../measurement/privacy-choices.ts';

export function PrivacyChoicesDialog({ onClose }: { onClose: () => void }) {
  const { started, now } = useStarted();
  const { session } = useSession();
  const [choices, setChoices] = useState(() => readPrivacyChoices(browserStorage));
  const [isSaved, setSaved] = useState(false);
  const save = () => {
    storePrivacyChoices(browserStorage, choices);
    void startMeasurement({ started, session, now });
    setSaved(true);
  };
  return (
    <Dialog
      title={
        <Content
          section="globalsite"
          name="consent-manager-heading"
          fallback="Your Privacy Choices"
          fallbackWhileLoading
          inline
        />
      }
      onDismiss={onClose}
      actions={
        <ButtonRow align="end">
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button onClick={save}>Save My Choices</Button>
        </ButtonRow>
      }
    >
      <Content section="globalsite" name="consent-manager-text" />
      <Content section="globalsite" name="consent-necessary" />
      <Content section="globalsite" name="consent-analytics" fallback={<p>Measurement is off until you allow it.</p>} />
      <Checkbox
        name="analytics"
        label="Allow measurement"
        checked={choices.analytics}
        onChange={(analytics) => {
          setChoices({ analytics });
          setSaved(false);
        }}
      />
      <output>
        {isSaved &&
          (isOnlyOnThisPage(PRIVACY_CHOICES) ? (
            "Your browser doesn't store data for this site, so your choices end when you leave this page."
          ) : (
            <Content section="globalsite" name="consent-saved" fallback="Your choices have been saved." inline />
          ))}
      </output>
    </Dialog>
  );
}
