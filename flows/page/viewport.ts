/** The visible part of a picture and its scale, as pure functions. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The place of the picture's origin in the window, in pixels, and its scale. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export const SMALLEST = 0.1;
export const LARGEST = 3;
/** The room around the picture, in pixels. */
const MARGIN = 16;
/** Text of 12 pixels is still read at this scale. */
const READABLE = 0.9;

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** One axis: a picture that fits is centred, a larger one cannot be moved out of the window. */
function place(offset: number, length: number, room: number): number {
  if (length + 2 * MARGIN <= room) return (room - length) / 2;
  return within(offset, room - length - MARGIN, MARGIN);
}

/** Returns the viewport with the picture where a reader can see it. */
export function settle({ x, y, scale }: Viewport, picture: Size, view: Size): Viewport {
  const height = picture.height * scale;
  return {
    x: place(x, picture.width * scale, view.width),
    // A picture with less height than the window is aligned to the top.
    y: height + 2 * MARGIN <= view.height ? MARGIN : place(y, height, view.height),
    scale,
  };
}

/** Shows the whole picture. */
export function fitWhole(picture: Size, view: Size): Viewport {
  const scale = Math.min((view.width - 2 * MARGIN) / picture.width, (view.height - 2 * MARGIN) / picture.height, 1);
  return settle({ x: 0, y: 0, scale: within(scale, SMALLEST, LARGEST) }, picture, view);
}

/** Shows the top of the picture at a scale at which it can be read; where its width fits so, the whole width. */
export function fitReadable(picture: Size, view: Size, at = { x: picture.width / 2, y: 0 }): Viewport {
  const scale = within((view.width - 2 * MARGIN) / picture.width, READABLE, 1);
  return settle({ x: view.width / 2 - at.x * scale, y: MARGIN - at.y * scale, scale }, picture, view);
}

/** Moves a point of the picture to the middle of the window. */
export const centerOn = (at: { readonly x: number; readonly y: number }, scale: number, picture: Size, view: Size) =>
  settle({ x: view.width / 2 - at.x * scale, y: view.height / 2 - at.y * scale, scale }, picture, view);

/** Moves the picture; returns the same viewport if it cannot move in that direction. */
export function pan(before: Viewport, dx: number, dy: number, picture: Size, view: Size): Viewport {
  const after = settle({ ...before, x: before.x + dx, y: before.y + dy }, picture, view);
  return after.x === before.x && after.y === before.y ? before : after;
}

/** Changes the scale around a point of the window. */
export function zoom(
  before: Viewport,
  factor: number,
  at: { readonly x: number; readonly y: number },
  picture: Size,
  view: Size,
): Viewport {
  const scale = within(before.scale * factor, SMALLEST, LARGEST);
  const grown = scale / before.scale;
  return settle({ x: at.x - (at.x - before.x) * grown, y: at.y - (at.y - before.y) * grown, scale }, picture, view);
}

/** Returns whether a rectangle of the picture is completely visible. */
export function isSeen(
  { x, y, width, height }: Size & { readonly x: number; readonly y: number },
  viewport: Viewport,
  view: Size,
): boolean {
  const left = viewport.x + x * viewport.scale;
  const top = viewport.y + y * viewport.scale;
  return (
    left >= 0 && top >= 0 && left + width * viewport.scale <= view.width && top + height * viewport.scale <= view.height
  );
}
