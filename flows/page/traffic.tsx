/** The opened flow log, for the whole workbench. */
import { type ReactNode, createContext, useContext, useMemo, useRef, useState } from 'react';
import type { IsEnd } from '../traffic/count-traffic.ts';
import type { RenamedStates } from '../renamed-states.ts';
import { type Traffic, readLog } from '../traffic/read-log.ts';

export type OpenedLog =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly name: string; readonly lines: number }
  | { readonly status: 'read'; readonly name: string; readonly traffic: Traffic }
  | { readonly status: 'failed'; readonly name: string; readonly problem: string };

interface TrafficLog {
  readonly log: OpenedLog;
  readonly open: (file: File) => void;
  readonly close: () => void;
  /** Whether a flow has an end. */
  readonly hasEnd: (flow: string) => boolean;
}

const NONE: OpenedLog = { status: 'none' };

const TrafficContext = createContext<TrafficLog>({
  log: NONE,
  open: () => undefined,
  close: () => undefined,
  hasEnd: () => true,
});

/** The counted traffic. The progress of reading is separate, so that it does not render the diagram again. */
const CountedContext = createContext<Traffic | undefined>(undefined);

export const useCountedTraffic = (): Traffic | undefined => useContext(CountedContext);

export const useTraffic = (): TrafficLog => useContext(TrafficContext);

/** How often the number of lines is shown, in milliseconds. */
const PROGRESS = 200;

async function* readText(file: File): AsyncGenerator<string> {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

export interface TrafficProviderProps {
  readonly isEnd: IsEnd;
  /** Earlier names of states. */
  readonly renamed: RenamedStates;
  readonly hasEnd: TrafficLog['hasEnd'];
  readonly children: ReactNode;
}

export function TrafficProvider({ isEnd, renamed, hasEnd, children }: TrafficProviderProps) {
  const [log, setLog] = useState<OpenedLog>(NONE);
  /** The last opened file. Reading of an earlier file is canceled. */
  const current = useRef<File>(undefined);

  const value = useMemo((): TrafficLog => {
    async function read(file: File): Promise<void> {
      const { name } = file;
      let shown = performance.now();
      const isCurrent = () => current.current === file;
      const pause = async (lines: number) => {
        await new Promise((resolve) => setTimeout(resolve));
        if (!isCurrent()) throw new Error('Another log was opened');
        if (performance.now() - shown < PROGRESS) return;
        shown = performance.now();
        setLog({ status: 'reading', name, lines });
      };
      setLog({ status: 'reading', name, lines: 0 });
      try {
        const traffic = await readLog(readText(file), { pause, isEnd, renamed });
        if (isCurrent()) setLog({ status: 'read', name, traffic });
      } catch (error) {
        if (isCurrent()) setLog({ status: 'failed', name, problem: String(error) });
      }
    }
    return {
      log,
      hasEnd,
      open: (file) => {
        current.current = file;
        void read(file);
      },
      close: () => {
        current.current = undefined;
        setLog(NONE);
      },
    };
  }, [log, isEnd, renamed, hasEnd]);
  return (
    <TrafficContext value={value}>
      <CountedContext value={log.status === 'read' ? log.traffic : undefined}>{children}</CountedContext>
    </TrafficContext>
  );
}
