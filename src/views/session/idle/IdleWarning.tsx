/** Warning before the logout of an inactive user (P §2.5). */
import type { Running } from '#machines/kit/view.ts';
import type { idle } from '#machines/session/idle/idle.machine.ts';
import { Button, ButtonRow, Content, Dialog } from '../../../ui/index.ts';

/** The texts of the warning. The parent loads them in advance, because the warning may appear while offline. */
export const idleTexts = ['idle-timeout-header', 'idle-timeout-text', 'timeout-counter'] as const;

/** Seconds at which screen readers announce the countdown. Announcing each second would drown out all other speech. */
const SPOKEN = [5, 10, 30, 60] as const;

/** Returns the last announced number of seconds, or undefined before the first. */
const spokenAt = (secondsLeft: number): number | undefined => SPOKEN.find((seconds) => secondsLeft <= seconds);

function Countdown({ seconds }: { seconds: number }) {
  return (
    <Content
      section="globalsite"
      name="timeout-counter"
      values={{ seconds: String(seconds) }}
      fallback={`Seconds until you're logged out: ${seconds}`}
      fallbackWhileLoading
      inline
    />
  );
}

export function IdleWarning({ state, send }: Running<typeof idle>) {
  if (!state.matches('warned')) return null;
  const { secondsLeft } = state.context;
  const spoken = spokenAt(secondsLeft);
  return (
    <Dialog
      kind="alert"
      title={
        <Content
          section="globalsite"
          name="idle-timeout-header"
          fallback="Are you still there?"
          fallbackWhileLoading
          inline
        />
      }
      actions={
        <ButtonRow align="end">
          <Button variant="secondary" onClick={() => send({ type: 'logOut.requested' })}>
            Log Out
          </Button>
          <Button onClick={() => send({ type: 'stay.requested' })} initialFocus>
            Stay Logged In
          </Button>
        </ButtonRow>
      }
    >
      <Content
        section="globalsite"
        name="idle-timeout-text"
        fallbackWhileLoading
        fallback="To protect your account, we log you out when nothing has happened for a while."
      />
      <p>
        <strong>
          <Countdown seconds={secondsLeft} />
        </strong>
      </p>
      <output className="ui-sr">{spoken === undefined ? null : <Countdown seconds={spoken} />}</output>
    </Dialog>
  );
}
