/** Watches for inactivity while a person is signed in (P §2.2, §2.5). */
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { idle } from '#machines/session/idle/idle.machine.ts';
import { provideEffects } from '#machines/kit/effect.ts';
import { IdleWarning, idleTexts } from '../../views/session/idle/IdleWarning.tsx';
import { inspected } from '../inspection/inspection.ts';
import { watchActivity } from '../session/activity.ts';
import { useContent } from '../content/use-content.ts';
import { useStarted } from '../page/use-started.ts';
import { useSession } from '../session/use-session.ts';

export function IdleWatch() {
  const { run, started } = useStarted();
  const { session, activity } = useSession();
  const { loadContent } = useContent();
  const machine = useMemo(() => provideEffects(idle, run), [run]);
  const { idleSeconds, idleTimeout } = started.configuration;
  const actor = useActorRef(machine, { input: { idleSeconds, idleTimeout }, ...inspected() });
  const state = useSelector(actor, (snapshot) => snapshot);

  useEffect(() => {
    const counted = actor.on('activity.counted', () => activity.record());
    // After the machine has reported the end of the session, activity no longer counts.
    const isWatching = () => actor.getSnapshot().status === 'active';
    const unwatch = watchActivity({
      active: () => isWatching() && actor.send({ type: 'activity.noticed' }),
      check: () => isWatching() && actor.send({ type: 'check.requested' }),
    });
    return () => {
      counted.unsubscribe();
      unwatch();
    };
  }, [actor, activity]);

  useEffect(() => {
    for (const name of idleTexts) void loadContent('globalsite', name);
  }, [loadContent]);

  const { output } = state;
  useEffect(() => {
    if (output !== undefined)
      session.send({ type: output.end === 'timedOut' ? 'session.timedOut' : 'signOut.requested' });
  }, [output, session]);

  return <IdleWarning state={state} send={(event) => actor.send(event)} />;
}
