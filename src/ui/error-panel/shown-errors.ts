/** Whether errors of a form are shown somewhere on the page: the document's title says so too. */
const shown = new Set<object>();
const listeners = new Set<() => void>();

const tell = (): void => listeners.forEach((changed) => changed());

/** Reports that a form shows errors, until the returned function is called. */
export function reportErrors(): () => void {
  const panel = {};
  shown.add(panel);
  tell();
  return () => {
    shown.delete(panel);
    tell();
  };
}

/** Whether any errors are shown. */
export const areErrorsShown = (): boolean => shown.size > 0;

/** Calls `changed` when that changes, until the returned function is called. */
export function watchErrors(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
