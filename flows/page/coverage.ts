/** The coverage report in JSON, as `npm run coverage:flows` writes it. */
import type { CoverageMark, CoverageMarks } from '../drawing.ts';
import type { Diagram } from '../diagram.ts';

export interface LevelCoverage {
  readonly level: number;
  /** The name of the covered elements. */
  readonly name: string;
  /** Whether the level counts transitions; otherwise it counts the entries of the model. */
  readonly isOfTransitions: boolean;
  readonly share: number;
  /** How much there is to walk. */
  readonly count: number;
  readonly open: readonly string[];
  /** What cannot be walked, with the reasons. */
  readonly excused: Readonly<Record<string, string>>;
}

/** Descriptions of the levels. */
export const formatCounted = (isOfTransitions: boolean): string =>
  isOfTransitions ? 'transitions and guard outcomes' : 'expectations of the model';

export interface FlowCoverage {
  /** Tells a report of another version of the machine. */
  readonly machine: string;
  readonly levels: readonly LevelCoverage[];
}

export interface CoverageReport {
  readonly flows: Readonly<Record<string, FlowCoverage>>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';

function parseLevel(value: unknown): LevelCoverage | undefined {
  if (!isRecord(value)) return undefined;
  const { level, name, isOfTransitions, share, count, open, excused } = value;
  if (typeof level !== 'number' || typeof name !== 'string' || typeof isOfTransitions !== 'boolean') return undefined;
  if (typeof share !== 'number' || typeof count !== 'number') return undefined;
  if (!Array.isArray(open) || !open.every(isText) || !isRecord(excused)) return undefined;
  const reasons = Object.entries(excused).flatMap(([key, reason]) => (isText(reason) ? [[key, reason] as const] : []));
  return { level, name, isOfTransitions, share, count, open, excused: Object.fromEntries(reasons) };
}

function parseFlow(value: unknown): FlowCoverage | undefined {
  if (!isRecord(value) || !isText(value['machine']) || !Array.isArray(value['levels'])) return undefined;
  return { machine: value['machine'], levels: value['levels'].flatMap((level) => parseLevel(level) ?? []) };
}

/** Reads a report. Throws where the text is none. */
export function parseCoverage(text: string): CoverageReport {
  const read: unknown = JSON.parse(text);
  if (!isRecord(read) || !isRecord(read['flows'])) throw new Error('This file is no coverage report');
  const flows = Object.entries(read['flows']).flatMap(([id, value]) => {
    const flow = parseFlow(value);
    return flow === undefined ? [] : [[id, flow] as const];
  });
  return { flows: Object.fromEntries(flows) };
}

const toMark = ({ open, excused }: LevelCoverage, key: string): CoverageMark =>
  open.includes(key) ? 'open' : Object.hasOwn(excused, key) ? 'excused' : 'taken';

/** Returns the marks of all transitions of a diagram at a level. */
export const toMarks = ({ transitions }: Diagram, level: LevelCoverage): CoverageMarks =>
  new Map(transitions.map(({ key }) => [key, toMark(level, key)]));
