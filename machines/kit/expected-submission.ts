/** Expectations for a machine that submits a form or a change once (`submitOnce` and `changeOnce`, ruling 4). */
import { sampleKey } from '#domain/samples.ts';
import type { KeyMade } from './events.ts';
import { toHeading } from './expected-page.ts';
import type { ContextPart, EventCase, Expected, ExpectedWhere } from 'xstate-workbench/model';
import type { Keyed } from './submit-once.ts';

export interface ExpectedOnce<Context> {
  /** State that submits, and the submission that it invokes. */
  readonly state: string;
  readonly call: string;
  /** Returns the request. */
  readonly request: (before: Context) => object;
  /** State of an unknown outcome. */
  readonly checkFailed?: string;
  /** Changes that the new key causes outside the context, such as in the parent's draft. */
  readonly onKey?: Expected<Context>;
}

/** Reasons why no walk on the screen can see an outcome. */
export const LIKE_ANOTHER = 'Another answer has the same text and state, so the screen does not distinguish them.';
export const NOT_ASKED = 'After a reload the machine asks for the outcome, which never gets this answer.';

/** Returns true if no request was sent earlier, so that the machine sends a new one. */
export const isNew = ({ key }: Keyed): boolean => key === null;

/** Returns the expectations of the submission. */
export function expectedOnce<Context extends Keyed>({
  state,
  call,
  request,
  checkFailed = 'outcomeCheckFailed',
  onKey = {},
}: ExpectedOnce<Context>) {
  const sends = { state, calls: (before: Context) => ({ [call]: request(before) }) };
  /** The request was sent earlier: the machine asks the server for its outcome. */
  const asks = { state, calls: { [call]: { idempotencyKey: sampleKey } } };
  const keyMade: EventCase<KeyMade, Context> = {
    event: { type: 'key.made', key: sampleKey },
    then: { ...onKey, in: state, context: { key: sampleKey } as ContextPart<Context> },
  };
  const retried: readonly ExpectedWhere<Context>[] = [
    { in: checkFailed, when: isNew, ...sends, focus: toHeading },
    { in: checkFailed, ...asks, focus: toHeading },
  ];
  return { sends, asks, keyMade, retried };
}
