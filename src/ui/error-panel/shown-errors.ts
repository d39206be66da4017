/** Tracks whether the page displays form errors, which the document title reports. */
const shown = new Set<object>();
const listeners = new Set<() => void>();

const tell = (): void => listeners.forEach((changed) => changed());

/** Registers a form with visible errors, until the returned function is called. */
export function reportErrors(): () => void {
  const panel = {};
  shown.add(panel);
  tell();
  return () => {
    shown.delete(panel);
    tell();
  };
}

/** Returns whether any errors are visible. */
export const areErrorsShown = (): boolean => shown.size > 0;

/** Calls `changed` when the result of `areErrorsShown` may have changed, until the returned function is called. */
export function watchErrors(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
