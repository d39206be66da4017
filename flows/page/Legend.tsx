/** The legend of the arrow colors. */
import type { Diagram } from '../diagram.ts';
import { PALETTE } from '../palette.ts';

export interface LegendProps {
  readonly diagram: Diagram;
  /** Whether the colors show coverage. */
  readonly isMarked: boolean;
}

export function Legend({ diagram, isMarked }: LegendProps) {
  const kinds = new Set(diagram.transitions.map(({ kind }) => kind));
  const shown = isMarked ? PALETTE.marks : PALETTE.kinds.filter(({ name }) => kinds.has(name));
  return (
    <ul className="legend">
      {shown.map(({ name, says }) => (
        <li key={name}>
          <svg className="picture-sample" aria-hidden="true" width="22" height="10">
            <path className={`edge ${name}`} d="M1 5h20" />
          </svg>
          {says}
        </li>
      ))}
    </ul>
  );
}
