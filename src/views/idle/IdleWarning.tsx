/** The warning before somebody who does nothing is logged out (P §2.5). */
import type { Running } from '#machines/kit/view.ts';
import type { idle } from '#machines/idle/idle.machine.ts';
import { Button, ButtonRow, Content, Dialog } from '../../ui/index.ts';

/** The texts of the warning: whoever shows it loads them before, since it may be shown without a connection. */
export const idleTexts = ['idle-timeout-header', 'idle-timeout-text', 'timeout-counter'] as const;

/** At these numbers of seconds the countdown is spoken; each second would drown everything else. */
const SPOKEN = [5, 10, 30, 60] as const;

/** The last of them that the countdown has passed; none before the first. */
const spokenAt = (secondsLeft: number): number | undefined => SPOKEN.find((seconds) => secondsLeft <= seconds);

function Countdown({ seconds }: { seconds: number }) {
  return (
    <Content
      section="globalsite"
      name="timeout-counter"
      values={{ seconds: String(seconds) }}
      fallback={`Seconds until you are logged out: ${seconds}`}
      meanwhile
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
        <Content section="globalsite" name="idle-timeout-header" fallback="Are you still there?" meanwhile inline />
      }
      actions={
        <ButtonRow align="end">
          <Button variant="secondary" onClick={() => send({ type: 'logOut.wanted' })}>
            Log Out
          </Button>
          <Button onClick={() => send({ type: 'stay.wanted' })} initialFocus>
            Stay Logged In
          </Button>
        </ButtonRow>
      }
    >
      <Content
        section="globalsite"
        name="idle-timeout-text"
        meanwhile
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
