/** The legend of the borders, signs and colors of a picture. */
import { createLegend } from '../drawing.ts';
import type { Layout } from '../layout.ts';
import { NOTHING_LIT, Shapes } from './Shapes.tsx';

export interface LegendProps {
  readonly layout: Layout;
  /** Whether the colors show coverage. */
  readonly isMarked: boolean;
}

export const Legend = ({ layout, isMarked }: LegendProps) => (
  <ul className="legend" aria-label="Legend">
    {createLegend(layout, isMarked).map(({ says, sample }) => (
      <li key={says}>
        <svg className="picture-sample" aria-hidden="true" viewBox="-1 -3 22 18" width="22" height="18">
          <Shapes shapes={sample} lit={NOTHING_LIT} />
        </svg>
        {says}
      </li>
    ))}
  </ul>
);
