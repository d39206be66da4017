/** The payment was refused (Y §8): a dialog that only its button closes. Closing it restarts the flow. */
import type { ViewProps } from '#machines/kit/view.ts';
import type { payflow } from '#machines/payments/payflow/payflow.machine.ts';
import { Button, Dialog } from '../../../ui/index.ts';

type Context = ViewProps<typeof payflow>['state']['context'];

function findReason({ result }: Context): string {
  const { answer, failure } = result?.result === 'refused' ? result : { answer: null, failure: null };
  if (answer !== null && answer.statusResultMessage !== '') return answer.statusResultMessage;
  const problem = failure?.kind === 'refused' ? failure.problem : undefined;
  return (
    problem?.fields?.[0]?.message ??
    problem?.detail ??
    problem?.title ??
    'The payment was refused, and nothing was paid.'
  );
}

/** Dialog above the review, which remains visible. */
export const Refusal = ({ state, send }: Pick<ViewProps<typeof payflow>, 'state' | 'send'>) => (
  <Dialog
    kind="alert"
    title="Sorry, we could not submit your payment"
    actions={<Button onClick={() => send({ type: 'refusal.closed' })}>Close</Button>}
  >
    <p>{findReason(state.context)}</p>
  </Dialog>
);
