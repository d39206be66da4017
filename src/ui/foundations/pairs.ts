/** Pairs of foreground and background colors with their minimum contrast (WCAG 2.2 AA). */

/** Foreground and background color, by token name. */
export interface Pair {
  /** The components that use the pair. */
  readonly use: string;
  readonly text: string;
  readonly ground: string;
  /** Minimum contrast of WCAG 2.2 AA: 4.5 for text, 3 for borders of controls and for graphics. */
  readonly least: 4.5 | 3;
}

/** All pairs that the components use. */
export const PAIRS: readonly Pair[] = [
  { use: 'Text', text: 'ink', ground: 'paper', least: 4.5 },
  { use: 'Text on a sheet', text: 'ink', ground: 'sheet', least: 4.5 },
  { use: 'Quiet text', text: 'ink-soft', ground: 'paper', least: 4.5 },
  { use: 'Quiet text in a sidebar', text: 'ink-soft', ground: 'paper-deep', least: 4.5 },
  { use: 'Links', text: 'teal', ground: 'paper', least: 4.5 },
  { use: 'Links in a sidebar', text: 'teal', ground: 'paper-deep', least: 4.5 },
  { use: 'Primary button', text: 'sheet', ground: 'teal', least: 4.5 },
  { use: 'Chosen card', text: 'ink', ground: 'teal-tint', least: 4.5 },
  { use: 'Text in a sidebar', text: 'ink', ground: 'paper-deep', least: 4.5 },
  { use: 'Quiet text on a sheet', text: 'ink-soft', ground: 'sheet', least: 4.5 },
  { use: 'Links on a sheet', text: 'teal', ground: 'sheet', least: 4.5 },
  { use: 'Link under the pointer', text: 'teal-deep', ground: 'paper-deep', least: 4.5 },
  { use: 'Button or menu entry under the pointer', text: 'teal-deep', ground: 'teal-tint', least: 4.5 },
  { use: 'Primary button under the pointer', text: 'sheet', ground: 'teal-deep', least: 4.5 },
  { use: 'Button that is held, page of a paginator', text: 'sheet', ground: 'ink', least: 4.5 },
  { use: 'Button of danger', text: 'sheet', ground: 'error', least: 4.5 },
  { use: 'Button of danger under the pointer', text: 'sheet', ground: 'error-deep', least: 4.5 },
  { use: 'Control that is shut', text: 'ink-disabled', ground: 'paper-deep', least: 4.5 },
  { use: "Day that can't be chosen", text: 'ink-disabled', ground: 'sheet', least: 4.5 },
  { use: 'Main navigation, card of what is due', text: 'on-band', ground: 'band', least: 4.5 },
  { use: 'Skip link, footer', text: 'on-band', ground: 'ink-deep', least: 4.5 },
  { use: 'Message of the servicer', text: 'on-band', ground: 'band-teal', least: 4.5 },
  { use: 'Text of a warning', text: 'ink', ground: 'wheat-tint', least: 4.5 },
  { use: 'Text of an information', text: 'ink', ground: 'info-tint', least: 4.5 },
  { use: 'Text of a success', text: 'ink', ground: 'success-tint', least: 4.5 },
  { use: 'Text of an error', text: 'ink', ground: 'error-tint', least: 4.5 },
  { use: 'Link in a warning', text: 'teal', ground: 'wheat-tint', least: 4.5 },
  { use: 'Link in an information', text: 'teal', ground: 'info-tint', least: 4.5 },
  { use: 'Link in a success', text: 'teal', ground: 'success-tint', least: 4.5 },
  { use: 'Link in an error', text: 'teal', ground: 'error-tint', least: 4.5 },
  { use: 'Warning beside a field', text: 'wheat-ink', ground: 'sheet', least: 4.5 },
  { use: 'Number of a step', text: 'wheat-ink', ground: 'paper', least: 4.5 },
  { use: 'Error beside a field', text: 'error', ground: 'sheet', least: 4.5 },
  { use: 'Name on the logo of the program', text: 'info', ground: 'sheet', least: 3 },
  { use: 'Button on ink, bar of an impersonator', text: 'ink-deep', ground: 'wheat', least: 4.5 },
  { use: 'Warning', text: 'wheat-ink', ground: 'wheat-tint', least: 4.5 },
  { use: 'Information', text: 'info', ground: 'info-tint', least: 4.5 },
  { use: 'Success', text: 'success', ground: 'success-tint', least: 4.5 },
  { use: 'Error', text: 'error', ground: 'error-tint', least: 4.5 },
  { use: 'Error above a field', text: 'error', ground: 'paper', least: 4.5 },
  { use: 'Border of a control', text: 'control', ground: 'sheet', least: 3 },
  { use: 'Border of a control', text: 'control', ground: 'paper', least: 3 },
  { use: 'Focus ring', text: 'focus', ground: 'paper', least: 3 },
  { use: 'Focus ring on a sheet', text: 'focus', ground: 'sheet', least: 3 },
  { use: 'Focus ring in a sidebar', text: 'focus', ground: 'paper-deep', least: 3 },
  { use: 'Line and label of a chart', text: 'teal', ground: 'sheet', least: 4.5 },
  { use: 'Line and label of a chart', text: 'info', ground: 'sheet', least: 4.5 },
  { use: 'Line and label of a chart', text: 'wheat-ink', ground: 'sheet', least: 4.5 },
  { use: 'Line and label of a chart', text: 'error', ground: 'sheet', least: 4.5 },
  { use: 'Line and label of a chart', text: 'success', ground: 'sheet', least: 4.5 },
  { use: 'Line and label of a chart', text: 'ink', ground: 'sheet', least: 4.5 },
  { use: 'Line and label of a chart', text: 'ink-soft', ground: 'sheet', least: 4.5 },
  { use: 'Line and label of a chart', text: 'focus', ground: 'sheet', least: 4.5 },
];
