/** Where the provider sends people back to; the shell takes them on. Typed by hand, it is as good as `/`. */
import { useSelector } from '@xstate/react';
import type { ViewDefinition } from '../app/flow/flow-definition.ts';
import { usePortal } from '../app/portal.ts';
import { Busy } from '../ui/index.ts';
import { Home } from './home.tsx';

function Callback() {
  const isReturning = useSelector(usePortal().session, ({ context }) => context.isReturning);
  return isReturning ? <Busy text="One moment…" /> : <Home />;
}

export default { Component: Callback, isTitledByItself: true } satisfies ViewDefinition;
