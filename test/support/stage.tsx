/**
 * Renders a flow with scripted effects, for walks in a browser and for stories. Provides everything that the portal's
 * shell provides (host, content, session), without a server.
 */
import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { type AnyActorRef, type AnyStateMachine, type InspectionEvent, createActor } from 'xstate';
import { filledHtml, withoutMissingPages } from '#domain/portal/content/rules.ts';
import { hasPage, routeAt, routes } from '#domain/portal/routes.ts';
import { samplePerson } from '#domain/session/identity/samples.ts';
import { sampleConfiguration, sampleFlags } from '#domain/portal/samples.ts';
import type { FlowModel } from 'xstate-workbench/model';
import type { chat } from '#machines/messages/chat/chat.machine.ts';
import chatModel from '#machines/messages/chat/chat.model.ts';
import contentPageModel from '#machines/portal/content-page/content-page.model.ts';
import { idle } from '#machines/session/idle/idle.machine.ts';
import confirmationModel from '#machines/session/confirmation/confirmation.model.ts';
import idleModel from '#machines/session/idle/idle.model.ts';
import paymentDetailsModel from '#machines/payments/payment-details/payment-details.model.ts';
import paymentHistoryModel from '#machines/payments/payment-history/payment-history.model.ts';
import scheduledPaymentsModel from '#machines/payments/scheduled-payments/scheduled-payments.model.ts';
import searchModel from '#machines/portal/search/search.model.ts';
import sessionModel from '#machines/session/session/session.model.ts';
import { session } from '#machines/session/session/session.machine.ts';
import startupModel from '#machines/portal/startup/startup.model.ts';
import dashboardUpdatesModel from '#machines/accounts/dashboard-updates/dashboard-updates.model.ts';
import totalPaidModel from '#machines/payments/total-paid/total-paid.model.ts';
import { startup } from '#machines/portal/startup/startup.machine.ts';
import { access } from '#machines/session/access/access.machine.ts';
import type { pageCode } from '#machines/portal/page-code/page-code.machine.ts';
import pageCodeModel from '#machines/portal/page-code/page-code.model.ts';
import accessModel from '#machines/session/access/access.model.ts';
import { Undecided } from '#src/app/access/Access.tsx';
import { WithoutCode } from '#src/start/PageCode.tsx';
import { Flow } from '#src/app/flow/Flow.tsx';
import { sampleStarted } from './sample-started.ts';
import { createConfirmations } from '#src/app/session/confirmations.ts';
import { createAccessMemory } from '#src/app/access/access-memory.ts';
import { SiteName, useFocusOnHeading } from '#src/app/page/page.ts';
import { Opening } from '#src/start/Start.tsx';
import type { FlowDefinition } from '#src/app/flow/flow-definition.ts';
import { type FlowHost, FlowHostProvider } from '#src/app/flow/flow-host.ts';
import { noUploads } from '#src/app/uploads/use-uploads.ts';
import { createUnreadMessages } from '#src/app/inbox/unread-messages.ts';
import { createUnsaved } from '#src/app/browser/unsaved.ts';
import type { Portal } from '#src/app/portal.ts';
import { PortalProvider } from '#src/start/PortalProvider.tsx';
import { RunningChat } from '#src/app/shell/Chat.tsx';
import { layoutRoute } from '#src/app/shell/layout-route.tsx';
import { ContentSource, Main, PageHeading, ServicerAddress, ServicerPhone } from '#src/ui/index.ts';
import { chatViews } from '#src/views/messages/chat/views.tsx';
import { contentPageViews } from '#src/views/portal/content-page/views.tsx';
import { paymentDetailsViews } from '#src/views/payments/payment-details/views.tsx';
import { paymentHistoryViews } from '#src/views/payments/payment-history/views.tsx';
import { scheduledPaymentsViews } from '#src/views/payments/scheduled-payments/views.tsx';
import { dashboardUpdatesViews } from '#src/views/accounts/dashboard-updates/views.tsx';
import { totalPaidViews } from '#src/views/payments/total-paid/views.tsx';
import { searchViews } from '#src/views/portal/search/views.tsx';
import { confirmationViews } from '#src/views/session/confirmation/views.tsx';
import { IdleWarning } from '#src/views/session/idle/IdleWarning.tsx';
import { pages } from './pages.ts';
import { Recorder } from './recorder.ts';
import { ScriptedClock, ScriptedEffects } from './scripted.ts';

/** Shipped texts, so that the checks see the same texts as borrowers. */
const texts = import.meta.glob<string>('/content/*/*.html', { query: '?raw', import: 'default' });

/** Loads a managed text in the same way as the portal. */
export async function loadContent(section: string, name: string): Promise<string | undefined> {
  const html = await texts[`/content/${section}/${name}.html`]?.();
  return html === undefined ? undefined : filledHtml(withoutMissingPages(html, hasPage), sampleConfiguration);
}

/** Returns the source names of invoked machines without a model, which answer like a single call. */
const sourcesAnsweredWhole = (model: FlowModel): string[] => [
  ...Object.keys(model.outcomes).filter((source) => model.children?.[source] === undefined),
  ...Object.values(model.children ?? {}).flatMap(sourcesAnsweredWhole),
];

/** Start of a flow: its machine with all effects scripted, and the actor after it has started. */
export class Stage {
  readonly recorder = new Recorder();
  readonly clock = new ScriptedClock();
  readonly effects: ScriptedEffects;
  readonly machine: AnyStateMachine;
  readonly model: FlowModel;
  readonly input: string;
  #actor: AnyActorRef | undefined;

  /** The invoked machines run for real; all other actors answer when the test tells them to. */
  constructor(model: FlowModel, input: string) {
    this.model = model;
    this.input = input;
    this.effects = new ScriptedEffects(model.machine);
    this.machine = this.effects.provide(model.machine, sourcesAnsweredWhole(model));
  }

  readonly inspect = (seen: InspectionEvent): void => {
    // The first inspected actor is the flow's own.
    if (seen.type === '@xstate.actor') this.#actor ??= seen.actorRef as AnyActorRef;
    this.recorder.inspect(seen);
  };

  /** Returns true if the flow has been rendered, so that its machine runs. */
  get isShown(): boolean {
    return this.#actor !== undefined;
  }

  get actor(): AnyActorRef {
    if (this.#actor === undefined) throw new Error('The flow has not been shown');
    return this.#actor;
  }
}

const models = import.meta.glob<FlowModel>('/machines/**/*.model.ts', { import: 'default', eager: true });

/** Pages that are flows, with their names: the machine's id, and the title of their first route. */
const flowPages = pages.flatMap(({ name, page }) => {
  const heading = routes.find((route) => route.page === name)?.title ?? '';
  return 'machine' in page ? [{ heading, ...page }] : [];
});

const noDrafts: FlowHost['drafts'] = { read: () => undefined, write: () => undefined, discard: () => undefined };

/** Renders a flow of the portal with `Flow`, as the portal does. */
function FlowOnStage({
  stage,
  flow,
}: {
  stage: Stage;
  flow: Required<Pick<FlowDefinition<AnyStateMachine>, 'heading' | 'views'>> &
    Pick<FlowDefinition<AnyStateMachine>, 'headingIn'>;
}) {
  const [host] = useState((): FlowHost => ({
    run: stage.effects.run,
    configuration: sampleConfiguration,
    flags: sampleFlags,
    person: samplePerson,
    userAgent: 'A browser',
    address: '',
    query: '',
    fragment: '',
    drafts: noDrafts,
    log: (message, cause) => {
      throw new Error(message, { cause });
    },
    logIgnored: () => undefined,
    reportUnhandled: () => undefined,
    inspect: stage.inspect,
    clock: stage.clock,
  }));
  const input = () => stage.model.inputs[stage.input]?.input;
  return (
    <FlowHostProvider value={host}>
      <Main>
        <Flow
          heading={flow.heading}
          flow={{
            views: flow.views,
            machine: stage.machine,
            input,
            ...(flow.headingIn && { headingIn: flow.headingIn }),
          }}
        />
      </Main>
    </FlowHostProvider>
  );
}

function StartupOnStage({ stage }: { stage: Stage }) {
  const { inspect, clock } = stage;
  const actor = useActorRef(stage.machine as typeof startup, { inspect, clock, input: {} });
  const state = useSelector(actor, (snapshot) => snapshot);
  return (
    <SiteName value={sampleConfiguration.servicer.shortName}>
      <Opening state={state} send={(event) => actor.send(event)} />
    </SiteName>
  );
}

/** Page that moves focus to its heading, as every page does. */
function AnyPage() {
  useFocusOnHeading('any page');
  return <PageHeading>Any page</PageHeading>;
}

/** Renders the session as the shell around a page. */
function SessionOnStage({ stage }: { stage: Stage }) {
  const [portal] = useState((): Portal => {
    const actor = createActor(stage.machine as typeof session, {
      input: stage.model.inputs[stage.input]?.input,
      inspect: stage.inspect,
      clock: stage.clock,
    });
    return {
      started: sampleStarted,
      run: stage.effects.run,
      session: actor.start(),
      browser: { tab: sessionStorage, userAgent: navigator.userAgent, cookies: () => document.cookie },
      access: createAccessMemory(sessionStorage),
      uploads: noUploads,
      unread: createUnreadMessages(sessionStorage),
      activity: { record: () => undefined, idleFor: () => 0 },
      confirmations: createConfirmations(),
      unsaved: createUnsaved(window),
      getDrafts: () => {
        throw new Error('This test has no drafts');
      },
      router: createMemoryRouter(
        layoutRoute([{ path: '*', element: <AnyPage />, handle: routeAt('/error/not-found') }]),
      ),
      onPopBlocked: () => undefined,
      now: () => new Date('2026-11-20T15:00:00Z'),
      loadContent,
      loadMessages: async () => [],
      loadWebAccount: async () => ({ lastName: 'Quist', authorizedPayerFor: null, viewingAccountOf: null }),
    };
  });
  return (
    <PortalProvider portal={portal}>
      <RouterProvider router={portal.router} />
    </PortalProvider>
  );
}

/** Renders the access check, and a placeholder page after its decision. */
function AccessOnStage({ stage }: { stage: Stage }) {
  const { inspect, clock } = stage;
  const [input] = useState(() => accessModel.inputs[stage.input]?.input);
  if (input === undefined) throw new Error(`The model has no ${stage.input}`);
  const actor = useActorRef(stage.machine as typeof access, { inspect, clock, input });
  const state = useSelector(actor, (snapshot) => snapshot);
  return (
    <Main>
      {state.status === 'done' ? (
        <AnyPage />
      ) : (
        <Undecided state={state} title="Account Dashboard" onRetry={() => actor.send({ type: 'retry.requested' })} />
      )}
    </Main>
  );
}

/** Renders the loading of a page's code, and a placeholder page after it has loaded. */
function PageCodeOnStage({ stage }: { stage: Stage }) {
  const { inspect, clock } = stage;
  const actor = useActorRef(stage.machine as typeof pageCode, { inspect, clock, input: { page: 'dashboard' } });
  const state = useSelector(actor, (snapshot) => snapshot);
  return (
    <Main>
      {state.matches('codeLoaded') ? (
        <AnyPage />
      ) : (
        <WithoutCode state={state} title="Account Dashboard" onRetry={() => actor.send({ type: 'retry.requested' })} />
      )}
    </Main>
  );
}

/** Renders the idle watch above a page. */
function IdleOnStage({ stage }: { stage: Stage }) {
  const [input] = useState(() => idleModel.inputs[stage.input]?.input ?? { idleSeconds: 1200, idleTimeout: 30 });
  const { inspect, clock } = stage;
  const actor = useActorRef(stage.machine as typeof idle, { inspect, clock, input });
  const state = useSelector(actor, (snapshot) => snapshot);
  return (
    <Main>
      <AnyPage />
      <IdleWarning state={state} send={(event) => actor.send(event)} />
    </Main>
  );
}

/** Renders the chat on its own page, or in the corner of any page. */
function ChatOnStage({ stage }: { stage: Stage }) {
  const { inspect, clock } = stage;
  const input = chatModel.inputs[stage.input]?.input;
  if (input === undefined) throw new Error(`The model has no ${stage.input}`);
  if (input.isOpened) return <FlowOnStage stage={stage} flow={chatPage} />;
  return (
    <>
      <Main>
        <AnyPage />
      </Main>
      <RunningChat machine={stage.machine as typeof chat} input={input} options={{ inspect, clock }} />
    </>
  );
}

const confirmationPage = { heading: 'Any page', views: confirmationViews };
const contentPage = { heading: 'Interest', views: contentPageViews };
const scheduledPage = { heading: 'Payment Activity', views: scheduledPaymentsViews };
const historyPage = { heading: 'Payment Activity', views: paymentHistoryViews };
const updatesPage = { heading: 'Account Dashboard', views: dashboardUpdatesViews };
const totalPage = { heading: 'Payment Activity', views: totalPaidViews };
const detailsPage = { heading: 'Payment History Details', views: paymentDetailsViews };
const searchPage = { heading: 'Search Results', views: searchViews };
const chatPage = { heading: 'Live Chat', views: chatViews };

/** Flows that are pages, as the portal shows them. */
const ofPages = flowPages.flatMap((flow) =>
  Object.values(models)
    .filter(({ machine }) => machine === flow.machine)
    .map((model) => ({ model, show: (stage: Stage) => <FlowOnStage stage={stage} flow={flow} /> })),
);

/** All visible flows, as the portal shows them. Invoked machines are visible within their parents. */
export const seen: readonly { readonly model: FlowModel; readonly show: (stage: Stage) => ReactNode }[] = [
  { model: startupModel, show: (stage) => <StartupOnStage stage={stage} /> },
  { model: sessionModel, show: (stage) => <SessionOnStage stage={stage} /> },
  { model: idleModel, show: (stage) => <IdleOnStage stage={stage} /> },
  { model: accessModel, show: (stage) => <AccessOnStage stage={stage} /> },
  { model: pageCodeModel, show: (stage) => <PageCodeOnStage stage={stage} /> },
  { model: confirmationModel, show: (stage) => <FlowOnStage stage={stage} flow={confirmationPage} /> },
  { model: contentPageModel, show: (stage) => <FlowOnStage stage={stage} flow={contentPage} /> },
  { model: searchModel, show: (stage) => <FlowOnStage stage={stage} flow={searchPage} /> },
  { model: scheduledPaymentsModel, show: (stage) => <FlowOnStage stage={stage} flow={scheduledPage} /> },
  { model: paymentHistoryModel, show: (stage) => <FlowOnStage stage={stage} flow={historyPage} /> },
  { model: totalPaidModel, show: (stage) => <FlowOnStage stage={stage} flow={totalPage} /> },
  { model: dashboardUpdatesModel, show: (stage) => <FlowOnStage stage={stage} flow={updatesPage} /> },
  { model: paymentDetailsModel, show: (stage) => <FlowOnStage stage={stage} flow={detailsPage} /> },
  { model: chatModel, show: (stage) => <ChatOnStage stage={stage} /> },
  ...ofPages,
];

/** Renders the flow of a stage. */
export function Scene({ stage }: { stage: Stage }) {
  const found = seen.find(({ model }) => model === stage.model);
  return (
    <ServicerPhone value={sampleConfiguration.servicer.phone}>
      <ServicerAddress value={sampleConfiguration.servicer}>
        <ContentSource value={loadContent}>{found?.show(stage)}</ContentSource>
      </ServicerAddress>
    </ServicerPhone>
  );
}
