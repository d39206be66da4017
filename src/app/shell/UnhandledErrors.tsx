/** Shows unhandled errors (P §8): in a dialog, or on the error page for visitors. */
import { useEffect, useState } from 'react';
import { UnhandledErrorDialog } from '../../views/portal/error/UnhandledErrorDialog.tsx';
import { useRouter } from '../page/use-router.ts';
import { useStarted } from '../page/use-started.ts';
import { useSession } from '../session/use-session.ts';
import { type UnhandledError, listenForUnhandled, describeUnhandled } from '../errors/unhandled.ts';

const ERROR_ROUTE = '/error/generic';

export function UnhandledErrors() {
  const { session } = useSession();
  const { router } = useRouter();
  const { started } = useStarted();
  const { configuration } = started;
  const [unhandled, setUnhandled] = useState<UnhandledError | null>(null);
  useEffect(
    () =>
      listenForUnhandled((thrown) => {
        if (session.getSnapshot().context.person !== null) setUnhandled(describeUnhandled(thrown, configuration));
        else if (router.state.location.pathname !== ERROR_ROUTE) void router.navigate(ERROR_ROUTE);
      }),
    [session, router, configuration],
  );
  return unhandled === null ? null : <UnhandledErrorDialog {...unhandled} onClose={() => setUnhandled(null)} />;
}
