/** The buttons that zoom a picture. */
import { Buttons } from './Buttons.tsx';

export interface ZoomButtonsProps {
  readonly onZoom: (factor: number) => void;
  /** Shows the whole picture. */
  readonly onFit: () => void;
  /** Shows the picture as it was first, in a size that can be read. */
  readonly onRead: () => void;
}

const ZOOM_STEP = 1.25;

export const ZoomButtons = ({ onZoom, onFit, onRead }: ZoomButtonsProps) => (
  <Buttons className="picture-buttons" name="Zoom">
    <button type="button" onClick={() => onZoom(ZOOM_STEP)}>
      <span aria-hidden="true">+</span>
      <span className="visually-hidden">Zoom in</span>
    </button>
    <button type="button" onClick={() => onZoom(1 / ZOOM_STEP)}>
      <span aria-hidden="true">−</span>
      <span className="visually-hidden">Zoom out</span>
    </button>
    <button type="button" onClick={onFit}>
      Fit
    </button>
    <button type="button" onClick={onRead}>
      Read
    </button>
  </Buttons>
);
