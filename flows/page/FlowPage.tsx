/** The page of one flow: its picture, the panel beside it, and the tables. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { getActiveNodes } from 'xstate-workbench/model/xstate-internals';
import { withActions } from '../diagram.ts';
import { fingerprint } from '../fingerprint.ts';
import { getStateName } from 'xstate-workbench/model/keys';
import type { Layout } from '../layout.ts';
import { formatRun, parseRun, takeRun } from 'xstate-workbench/model/run';
import { getLeaves } from 'xstate-workbench/model/simulator';
import { Buttons } from './Buttons.tsx';
import { type Address, PANELS, type Panel, formatGuards, parseGuards } from './address.ts';
import { type CoverageReport, toMarks } from './coverage.ts';
import { CoveragePanel } from './CoveragePanel.tsx';
import { FORMATS, type Format, download } from './download.ts';
import type { Layouts } from './layouts.ts';
import { type Live, listActiveStates } from './live.ts';
import { Drawing, useLayout } from './Drawing.tsx';
import { Legend } from './Legend.tsx';
import { Connections } from './Connections.tsx';
import type { MapLine } from './map-layout.ts';
import type { Highlights } from './Shapes.tsx';
import { QuestionsPanel } from './QuestionsPanel.tsx';
import type { Questions } from './questions.ts';
import { Simulation } from './Simulation.tsx';
import { StatePanel } from './StatePanel.tsx';
import { Tables } from './Tables.tsx';
import { TrafficPanel } from './TrafficPanel.tsx';
import { TrafficTables } from './TrafficTables.tsx';
import { useFlowTraffic } from './use-flow-traffic.ts';
import { go } from './use-address.ts';
import type { Flow } from './workbench-machines.ts';

export interface FlowPageProps {
  /** The lines between all flows. */
  readonly lines: readonly MapLine[];
  readonly flow: Flow;
  readonly address: Address;
  readonly layouts: Layouts;
  readonly questions: Questions;
  readonly coverage: CoverageReport | undefined;
  readonly live: Live;
  readonly livePanel: ReactNode;
  readonly getHref: (machine: string) => string | undefined;
  /** Whether the machines of another revision are known. */
  readonly isCompared: boolean;
  readonly getTitle: (flow: string) => string | undefined;
  readonly onCoverageFile: (file: File) => void;
}

export const PANEL_TITLES: Readonly<Record<Panel, string>> = {
  state: 'State',
  simulate: 'Simulate',
  questions: 'Questions',
  coverage: 'Coverage',
  traffic: 'Traffic',
  live: 'Live',
  compare: 'Compare',
};

const NONE: ReadonlySet<string> = new Set();

export function FlowPage(props: FlowPageProps) {
  const {
    flow,
    lines,
    address,
    layouts,
    questions,
    coverage,
    live,
    livePanel,
    getHref,
    isCompared,
    getTitle,
    onCoverageFile,
  } = props;
  const { diagram } = flow;
  const { panel, show, state: selected } = address;
  const drawn = useMemo(() => (show === 'actions' ? withActions(diagram) : diagram), [diagram, show]);
  const layout = useLayout(layouts, drawn);
  const laidOut = layout instanceof Error ? undefined : layout;
  const [level, setLevel] = useState<number>();
  const traffic = useFlowTraffic(flow, layout, panel === 'traffic');

  const isSimulated = panel === 'simulate';
  const runText = formatRun(address.run ?? []);
  const guardText = formatGuards(address.guards ?? {});
  const simulator = useMemo(() => flow.simulatorWith(parseGuards(guardText)), [flow, guardText]);
  const run = useMemo(
    () => takeRun(simulator, isSimulated ? (parseRun(runText) ?? []) : []),
    [simulator, isSimulated, runText],
  );
  const step = run.steps[address.step ?? 0];
  const running = live.actors.find((actor) => actor.flow === flow.id && actor.isRunning);

  const lit = useMemo((): Highlights => {
    if (isSimulated && step !== undefined) {
      const { snapshot } = step.state;
      const active = new Set(getActiveNodes(snapshot).map(getStateName));
      return { active, selected, focus: getLeaves(snapshot)[0], taken: new Set(step.takes) };
    }
    const active = new Set(listActiveStates(running?.value));
    return { active, selected, focus: [...active].at(-1) ?? selected, taken: NONE };
  }, [isSimulated, step, running, selected]);

  const found = coverage?.flows[flow.id];
  const isCurrent = found !== undefined && found.machine === fingerprint(flow.machine);
  const shown = isCurrent ? found.levels.find((each) => each.level === level) : undefined;
  const marks = useMemo(() => shown && toMarks(diagram, shown), [diagram, shown]);

  const select = (state: string) => go({ ...address, flow: flow.id, state, panel: panel ?? 'state' });
  return (
    <>
      <div className="flow-head">
        <Heading key={flow.id}>{flow.title}</Heading>
        <p>
          {diagram.description}
          {flow.address !== '' && <span className="address"> {flow.address}</span>}
        </p>
        <Connections flow={flow} lines={lines} getTitle={getTitle} />
      </div>
      <div className="toolbar">
        <PanelButtons address={address} isCompared={isCompared} />
        <button
          type="button"
          aria-pressed={show === 'actions'}
          onClick={() => {
            const { show: _, ...rest } = address;
            go(show === 'actions' ? rest : { ...rest, show: 'actions' }, 'replace');
          }}
        >
          Show actions
        </button>
        {laidOut && <Exports flow={flow} layout={laidOut} />}
        <a className="button" href="#tables" onClick={focusTables}>
          Tables
        </a>
      </div>
      <div className={panel === undefined ? 'stage' : 'stage with-panel'}>
        <Drawing
          layout={layout}
          legend={laidOut && <Legend layout={laidOut} isMarked={marks !== undefined} />}
          title={flow.title}
          lit={lit}
          marks={marks}
          overlay={traffic?.overlay}
          getHref={getHref}
          onSelect={select}
          onSimplify={() => layouts.simplify(drawn)}
        />
        {panel !== undefined && (
          <aside className="panel" aria-label={PANEL_TITLES[panel]}>
            <h2>{PANEL_TITLES[panel]}</h2>
            {panel === 'state' && <StatePanel diagram={diagram} state={selected} getHref={getHref} onSelect={select} />}
            {panel === 'simulate' && (
              <Simulation
                key={flow.id}
                flow={flow}
                address={address}
                run={run}
                simulator={simulator}
                onGuards={(guards) => {
                  const { run: _, step: __, ...rest } = address;
                  go({ ...rest, guards }, 'replace');
                }}
                onGo={(next, at) =>
                  go({ ...address, flow: flow.id, panel: 'simulate', run: next, step: at }, 'replace')
                }
              />
            )}
            {panel === 'questions' && (
              <QuestionsPanel
                key={flow.id}
                flow={flow}
                questions={questions}
                onPlay={(next) => go({ flow: flow.id, panel: 'simulate', run: next, step: 0 })}
              />
            )}
            {panel === 'coverage' && (
              <CoveragePanel
                coverage={coverage}
                found={found}
                isCurrent={isCurrent}
                level={level}
                onLevel={setLevel}
                onFile={onCoverageFile}
              />
            )}
            {panel === 'traffic' && <TrafficPanel diagram={diagram} getTitle={getTitle} onSelect={select} />}
            {panel === 'live' && livePanel}
            {panel === 'compare' && (
              <p>
                To compare with another revision, run <code>npm run flows -- --compare main~20</code>.
              </p>
            )}
          </aside>
        )}
      </div>
      <section id="tables" tabIndex={-1} aria-label="Tables of states and transitions">
        {traffic !== undefined && <TrafficTables diagram={diagram} {...traffic} />}
        <Tables diagram={diagram} lit={lit} marks={marks} getHref={getHref} onSelect={select} />
      </section>
    </>
  );
}

/** The heading, which takes the focus when a flow is opened. */
export function Heading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** The address names the flow, so a link within the page must not change it. */
export function focusTables(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('tables')?.focus();
}

/** Scrolls a button into sight. On a phone the buttons are wider than the page. */
const showButton = (button: HTMLElement | null): void =>
  button?.closest('.toolbar')?.scrollTo({ left: button.offsetLeft - 2 * button.offsetWidth });

export function PanelButtons({ address, isCompared }: Pick<FlowPageProps, 'address' | 'isCompared'>) {
  const { panel: open, ...rest } = address;
  const panels = PANELS.filter((panel) => panel !== 'compare' || isCompared);
  return (
    <Buttons name="Panels">
      {panels.map((panel) => (
        <button
          key={panel}
          type="button"
          ref={open === panel ? showButton : null}
          aria-pressed={open === panel}
          onClick={() => go(open === panel ? rest : { ...rest, panel })}
        >
          {PANEL_TITLES[panel]}
        </button>
      ))}
    </Buttons>
  );
}

function Exports({ flow, layout }: { readonly flow: Flow; readonly layout: Layout }) {
  const [problem, setProblem] = useState('');
  const save = (format: Format) => {
    setProblem('');
    download(flow, layout, format).catch((error: unknown) => setProblem(String(error)));
  };
  return (
    <details className="menu">
      <summary className="button">Export</summary>
      <Buttons name="Export">
        {FORMATS.map((format) => (
          <button key={format} type="button" onClick={() => save(format)}>
            {format}
          </button>
        ))}
        {problem !== '' && <span role="alert">{problem}</span>}
      </Buttons>
    </details>
  );
}
