/**
 * Renders a running machine as a page: the view of its state, the document's title, the address, and focus on the `h1`.
 */
import { useEffect, useState } from 'react';
import type { DataRouter } from 'react-router-dom';
import * as v from 'valibot';
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { Button, Content, Notice, PageHeading } from '../../ui/index.ts';
import type { FlowDefinition } from './flow-definition.ts';
import { useFlowHost } from './flow-host.ts';
import { onFirstUse } from './lazy-parts.tsx';
import { useDocumentTitle, useFocusOnHeading, useScrollOffset } from '../page/page.ts';
import { useRunningFlow } from './running-flow.ts';
import { getScreen, syncAddress, writeQuery } from './url-sync.ts';

/** Where the screens of a flow have their addresses. */
export interface FlowAddress {
  readonly router: DataRouter;
  readonly base: string;
}

/** A draft of another session or device. */
export interface EarlierDraft {
  /** Discards it. */
  readonly startOver: () => void;
  /** The labels of the fields whose values were not stored. */
  readonly leftOut: readonly string[];
}

export interface FlowProps<M extends AnyStateMachine, Draft> {
  readonly flow: FlowDefinition<M, Draft>;
  /** The `h1`, until the flow has loaded another. */
  readonly heading: string;
  /** The router and the base address of a flow whose states have addresses. */
  readonly address?: FlowAddress;
  /** Set if the draft comes from another session or device and is offered to the borrower. */
  readonly earlier?: EarlierDraft;
}

/** The output `LeftFor` of a machine that has ended. */
const Left = v.object({ leftFor: v.string() });

function parseLeftFor({ output }: AnyMachineSnapshot): string | undefined {
  const left = v.safeParse(Left, output);
  return left.success ? left.output.leftFor : undefined;
}

/** Tells the borrower that the flow continues from a draft of another session or device. */
function Restored({ startOver, leftOut }: EarlierDraft) {
  return (
    <Notice
      kind="info"
      heading="We kept what you had entered"
      action={
        <Button variant="secondary" onClick={startOver}>
          Start over
        </Button>
      }
    >
      <p>You left this unfinished earlier. Check what is there and continue, or start over.</p>
      {leftOut.length > 0 && <p>{`We don't keep some entries. Please enter again: ${leftOut.join(', ')}.`}</p>}
    </Notice>
  );
}

/** Names the entries that would be lost if the borrower left the page, because they may not be stored or are too long. */
const NotStored = ({ labels }: { labels: string }) => (
  <Notice kind="info">
    <p>{`We can't keep this entry if you leave the page: ${labels}.`}</p>
  </Notice>
);

export function Flow<M extends AnyStateMachine, Draft = never>({
  flow,
  heading: fixedHeading,
  address,
  earlier,
}: FlowProps<M, Draft>) {
  const host = useFlowHost();
  const { actor, state, children, send, View, notStored } = useRunningFlow(flow, host);
  const screen = getScreen(actor);

  const heading = flow.headingIn?.(state.context) ?? fixedHeading;
  const title = flow.titleIn?.(state.context) ?? screen.title;
  useDocumentTitle(title ?? heading, title === undefined ? undefined : heading);
  useFocusOnHeading(screen.path, View, heading);
  useScrollOffset(screen.scrollOffset);

  useEffect(() => {
    if (address === undefined) return undefined;
    // Every navigation within the flow scrolls to the top; outside a flow the browser restores the scroll position.
    history.scrollRestoration = 'manual';
    const stop = syncAddress(actor, address.router, address.base);
    return () => {
      stop();
      history.scrollRestoration = 'auto';
    };
  }, [actor, address]);

  const query = flow.toQuery?.(state.context);
  useEffect(() => {
    if (address !== undefined && query !== undefined) writeQuery(address.router, address.base, query);
  }, [address, query]);

  const [isSetAside, setSetAside] = useState(false);
  if (!isSetAside && flow.draft?.isSetAside?.(state.context) === true) setSetAside(true);
  const isRestored = earlier !== undefined && !isSetAside;
  useEffect(() => {
    // At each transition rather than at each rendering, which comes later.
    const tell = (now: typeof state) =>
      host.setUnsaved?.(now.hasTag('entering') && flow.isUnsaved?.(now.context) === true);
    tell(actor.getSnapshot());
    const subscription = actor.subscribe({ next: tell, error: () => undefined });
    return () => {
      subscription.unsubscribe();
      host.setUnsaved?.(false);
    };
  }, [actor, flow, host]);

  const leftFor = parseLeftFor(state);
  useEffect(() => {
    if (leftFor !== undefined) host.leaveFor?.(leftFor);
  }, [leftFor, host]);

  useEffect(() => {
    const { later } = flow;
    // If this prefetch fails, the screen itself retries.
    return later && onFirstUse(() => void later.load().catch(() => undefined));
  }, [flow]);

  if (state.status === 'error') {
    return (
      <>
        <PageHeading>{fixedHeading}</PageHeading>
        <Notice kind="error" heading="Sorry, there’s been a problem.">
          <p>This page stopped working. We don&apos;t send anything until you submit it. Please reload the page.</p>
        </Notice>
      </>
    );
  }
  return (
    <>
      {/* Another heading is another element, so that it takes focus and is read. */}
      <PageHeading key={heading}>
        {flow.headingContent ? (
          <Content {...flow.headingContent} fallback={heading} fallbackWhileLoading inline />
        ) : (
          heading
        )}
      </PageHeading>
      {isRestored && !state.hasTag('busy') && !state.hasTag('completed') && <Restored {...earlier} />}
      {notStored !== '' && state.hasTag('entering') && <NotStored labels={notStored} />}
      {View && <View {...{ state, send, children }} />}
    </>
  );
}
