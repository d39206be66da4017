/** Answers the calls that are for no borrower: versions, the clock, managed content. */
import type { CallReceived, CallSent } from '#domain/call.ts';
import type { content } from '#domain/content/calls.ts';
import type { portal } from '#domain/portal/calls.ts';
import type { BusinessClock } from '../clock.ts';
import { notFound } from '../http/problems.ts';
import type { ContentStore } from './content.ts';

export interface PublicDeps {
  readonly clock: BusinessClock;
  readonly content: ContentStore;
}

type Entries<A> = A[keyof A];
type Served = Entries<typeof portal> | Entries<typeof content>;

/** Answers a public call, which knows no borrower. */
export type PublicHandler<C extends Served> = (request: CallReceived<C>) => Promise<CallSent<C>>;

/** The handlers of the public areas. A call without one does not compile. */
export const publicHandlers = ({
  clock,
  content: texts,
}: PublicDeps): { readonly [C in Served as C['id']]: PublicHandler<C> } => ({
  'portal.contentVersion': async () => ({ versionContent: texts.version, versionLoanInfoContent: texts.version }),
  'portal.serverTime': async () => ({ epoch: clock.now().getTime() }),
  'content.item': async ({ params }) => {
    const found = texts.find(params);
    if (found === undefined) throw notFound();
    return found;
  },
});
