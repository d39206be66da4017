/** The differences of a machine as rows, for tables and text. */
import { type DiagramTransition, formatPlace, formatTargets } from '../diagram.ts';
import { type Change, type Difference, type DifferenceMark, countMarks } from './difference.ts';

/** The signs of the marks, which do not depend on color. */
export const SIGNS: Readonly<Record<DifferenceMark, string>> = { added: '+', removed: '−', changed: '±' };

export interface DifferenceRow {
  readonly mark: DifferenceMark;
  readonly kind: 'machine' | 'state' | 'transition';
  /** The state that contains the difference; undefined for the machine as a whole. */
  readonly state: string | undefined;
  readonly name: string;
  readonly changes: readonly Change[];
}

const transitionName = ({ from, label, condition, to }: DiagramTransition): string =>
  `${formatPlace(from)}: ${label}${condition === undefined ? '' : ` [${condition}]`} → ${formatTargets(to)}`;

/** Returns one row per difference: the machine, its states, its transitions. */
export function toRows({ machine, states, transitions }: Difference): DifferenceRow[] {
  return [
    ...(machine.length === 0
      ? []
      : [
          {
            mark: 'changed' as const,
            kind: 'machine' as const,
            state: undefined,
            name: 'the machine',
            changes: machine,
          },
        ]),
    ...states.map(({ mark, id, changes }) => ({ mark, kind: 'state' as const, state: id, name: id, changes })),
    ...transitions.flatMap(({ mark, before, after, changes }) => {
      const shown = after ?? before;
      if (shown === undefined) return [];
      return [{ mark, kind: 'transition' as const, state: shown.from, name: transitionName(shown), changes }];
    }),
  ];
}

/** Returns the number of differences as a short text: `+2 −1 ±3`. */
export function formatCounts(difference: Difference): string {
  const counts = countMarks(difference);
  return (['added', 'removed', 'changed'] as const)
    .filter((mark) => counts[mark] > 0)
    .map((mark) => `${SIGNS[mark]}${counts[mark]}`)
    .join(' ');
}

const formatChange = ({ field, before, after }: Change): string =>
  `${field}: ${before === '' ? '(none)' : before} → ${after === '' ? '(none)' : after}`;

/** Returns the differences of a machine as lines of text; empty if there are none. */
export function formatDifference(title: string, difference: Difference): string {
  if (difference.mark === undefined) return '';
  const head = `${SIGNS[difference.mark]} ${title}: ${difference.mark} (${formatCounts(difference)})`;
  const lines = toRows(difference).flatMap(({ mark, kind, name, changes }) => [
    `  ${SIGNS[mark]} ${kind} ${name}`,
    ...changes.map((change) => `      ${formatChange(change)}`),
  ]);
  return [head, ...lines].join('\n');
}
