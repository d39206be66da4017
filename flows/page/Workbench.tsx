/** The flow workbench: a catalog of machines, and a page for each. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { formatAddress } from './address.ts';
import { Catalog } from './Catalog.tsx';
import { ComparisonPage } from './ComparisonPage.tsx';
import { loadComparison, type Comparison } from './Comparison.tsx';
import { type CoverageReport, parseCoverage } from './coverage.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FlowPage } from './FlowPage.tsx';
import type { Layouts } from './layouts.ts';
import type { LiveSource } from './live.ts';
import type { Questions } from './questions.ts';
import { findLines } from './map-layout.ts';
import { LivePanel } from './LivePanel.tsx';
import { FlowsOfLog, OpenLog } from './OpenLog.tsx';
import { SchemeChoice } from './SchemeChoice.tsx';
import { type RenamedStates, currentState } from '../renamed-states.ts';
import { TrafficProvider } from './traffic.tsx';
import { go, useAddress } from './use-address.ts';
import {
  type WorkbenchOptions,
  createEndCheck,
  createFlows,
  createHasEndCheck,
  findUnreadable,
} from './workbench-machines.ts';

export interface WorkbenchProps {
  readonly options: WorkbenchOptions;
  readonly layouts: Layouts;
  readonly liveSource: LiveSource;
  readonly questions: Questions;
}

/** Loads the report that is served beside the page, if there is one. */
async function loadCoverage(address: string): Promise<CoverageReport | undefined> {
  const answer = await fetch(address);
  const coverage = answer.ok ? parseCoverage(await answer.text()) : undefined;
  // A build without a report has an empty one.
  return Object.keys(coverage?.flows ?? {}).length === 0 ? undefined : coverage;
}

const ABOUT =
  'Each picture is a state machine, drawn from the code that runs. Open one to read it, to try it step by step, and to see its tests and its traffic.';

const NOTHING_RENAMED: RenamedStates = {};

export function Workbench({ options, layouts, liveSource, questions }: WorkbenchProps) {
  const given = useAddress();
  const { renamed = NOTHING_RENAMED } = options;
  const { flow: flowId = '', state } = given;
  const address = { ...given, ...(state !== undefined && { state: currentState(renamed, flowId, state) }) };
  const flows = useMemo(() => createFlows(options), [options]);
  const unreadable = useMemo(() => findUnreadable(options), [options]);
  const isEnd = useMemo(() => createEndCheck(flows), [flows]);
  const hasEnd = useMemo(() => createHasEndCheck(flows), [flows]);
  const lines = useMemo(() => findLines(flows), [flows]);
  const flow = flows.find(({ id }) => id === address.flow);
  const live = useSyncExternalStore(liveSource.subscribe, liveSource.current);
  const [coverage, setCoverage] = useState<CoverageReport>();
  const [problem, setProblem] = useState('');
  const [comparison, setComparison] = useState<Comparison>();
  const isComparing = options.revision !== undefined && comparison === undefined && problem === '';
  const compared = address.panel === 'compare' ? comparison?.flows.find(({ id }) => id === address.flow) : undefined;

  useEffect(() => {
    if (options.coverage === undefined) return;
    // A report that was opened in the meantime stays. Without a report everything else works.
    loadCoverage(options.coverage).then(
      (loaded) => setCoverage((opened) => opened ?? loaded),
      () => undefined,
    );
  }, [options.coverage]);

  useEffect(() => {
    if (options.revision === undefined) return;
    loadComparison(options.revision, flows, renamed).then(setComparison, (error: unknown) =>
      setProblem(`The other revision could not be loaded: ${String(error)}`),
    );
  }, [options.revision, flows, renamed]);

  // The open flow is laid out first, the others in the background.
  useEffect(() => {
    const prepare = async () => {
      await layouts.prepare(flows.map((each) => () => each.diagram));
      document.body.dataset['layouts'] = 'ready';
    };
    const timer = setTimeout(() => void prepare(), 500);
    return () => clearTimeout(timer);
  }, [flows, layouts]);

  useEffect(() => {
    const title = flow?.title ?? compared?.title;
    document.title = title === undefined ? options.title : `${title} | ${options.title}`;
  }, [flow, compared, options.title]);

  const getHref = (machine: string) =>
    flows.some(({ id }) => id === machine) ? formatAddress({ flow: machine }) : undefined;

  const getTitle = (id: string) => flows.find((each) => each.id === id)?.title;

  function openCoverage(file: File): void {
    setProblem('');
    file
      .text()
      .then((text) => setCoverage(parseCoverage(text)))
      .catch((error: unknown) => setProblem(`${file.name}: ${String(error)}`));
  }

  const livePanel = (
    <LivePanel
      live={live}
      application={options.application}
      getTitle={getTitle}
      getHref={getHref}
      onToggle={() => (live.isOn ? liveSource.stop() : liveSource.start())}
    />
  );

  return (
    <TrafficProvider isEnd={isEnd} renamed={renamed} hasEnd={hasEnd}>
      <header className="top">
        <a href={formatAddress({})}>{options.title}</a>
        <SchemeChoice />
      </header>
      <main>
        {unreadable.map((text) => (
          <p key={text} role="alert" className="problem">
            {text}
          </p>
        ))}
        {problem !== '' && (
          <p role="alert" className="problem">
            {problem}
          </p>
        )}
        <ErrorBoundary key={`${address.flow ?? ''} ${address.panel ?? ''}`}>
          {compared !== undefined && comparison !== undefined ? (
            <ComparisonPage
              key={compared.id}
              compared={compared}
              comparison={comparison}
              address={address}
              layouts={layouts}
              isCurrent={flow !== undefined}
              getHref={getHref}
            />
          ) : address.panel === 'compare' && isComparing ? (
            <output>Comparing…</output>
          ) : flow === undefined ? (
            <>
              <h1>{options.title}</h1>
              <p className="about">{options.about ?? ABOUT}</p>
              {address.flow !== undefined && (options.revision === undefined || comparison !== undefined) && (
                <p className="problem">There is no flow “{address.flow}”.</p>
              )}
              <Catalog
                flows={flows}
                layouts={layouts}
                traffic={
                  <details className="traffic-of-all">
                    <summary>Traffic: what people do in the flows</summary>
                    <OpenLog />
                    <FlowsOfLog getTitle={getTitle} />
                  </details>
                }
                query={address.query ?? ''}
                coverage={coverage}
                comparison={comparison}
                onQuery={(query) => go({ query }, 'replace')}
              />
            </>
          ) : (
            <FlowPage
              questions={questions}
              flow={flow}
              lines={lines}
              address={address}
              layouts={layouts}
              coverage={coverage}
              live={live}
              livePanel={livePanel}
              getHref={getHref}
              isCompared={comparison !== undefined}
              getTitle={getTitle}
              onCoverageFile={openCoverage}
            />
          )}
        </ErrorBoundary>
      </main>
    </TrafficProvider>
  );
}
