/** Reports of unhandled errors (P §8) and their messages. */
import * as v from 'valibot';
import type { CallFailure } from '#domain/call.ts';
import { filledText } from '#domain/portal/content/rules.ts';
import type { Configuration } from '#domain/portal/shapes.ts';

/** The error as the dialog shows it. */
export interface UnhandledError {
  readonly status: number | undefined;
  readonly message: string;
}

const UNEXPECTED = 'Unexpected Error';
const WithMessage = v.object({ message: v.pipe(v.string(), v.trim(), v.nonEmpty()) });
const WithStatus = v.object({ status: v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(599)) });

/** Returns a message without anything that may have been entered A schema's error consists of little else. */
const withoutValues = (message: string): string =>
  message.replaceAll(/"[^"]*"|`[^`]*`|“[^”]*”/g, '…').replaceAll(/\d{3,}/g, '…');

/**
 * Returns the text of an error: the generic text if one is configured, otherwise the error's message, else 'Unexpected
 * Error'.
 */
export function describeUnhandled(thrown: unknown, configuration: Configuration): UnhandledError {
  const { displayGeneric, genericMessage } = configuration.unhandledError;
  const withStatus = v.safeParse(WithStatus, thrown);
  const status = withStatus.success ? withStatus.output.status : undefined;
  if (displayGeneric) return { status, message: filledText(genericMessage, configuration) };
  const parsed = thrown instanceof v.ValiError ? undefined : v.safeParse(WithMessage, thrown);
  return { status, message: parsed?.success === true ? withoutValues(parsed.output.message) : UNEXPECTED };
}

type Listener = (thrown: unknown) => void;
const listeners = new Set<Listener>();

/** An error reported before the layout has subscribed, such as an error of the first render. */
let unheard: { readonly thrown: unknown } | undefined;

/** Reports an unhandled error. */
export const reportUnhandled: Listener = (thrown) => {
  if (listeners.size === 0) unheard = { thrown };
  listeners.forEach((listen) => listen(thrown));
};

/** Reports a failed call, with a text for the borrower if the server sent none. */
export function reportCallFailure(failure: CallFailure): void {
  if (failure.kind === 'refused') reportUnhandled({ status: failure.status, message: failure.problem?.title });
  else
    reportUnhandled(failure.kind === 'noAnswer' ? { message: "We didn't hear back in time. Please try again." } : {});
}

/**
 * Reports every unhandled error of the page, until the returned function is called. Ignores events without an error, such as
 * the browser's notes on layout.
 */
export function listenForUnhandled(listen: Listener): () => void {
  const onError = ({ error }: ErrorEvent) => {
    if (error !== null && error !== undefined) listen(error);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => listen(reason);
  listeners.add(listen);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  if (unheard !== undefined) {
    const { thrown } = unheard;
    unheard = undefined;
    listen(thrown);
  }
  return () => {
    listeners.delete(listen);
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
