/** The messages of the verdicts that a call's schemas carry, from the words of the call's area. */
import { credentialWords } from '#domain/credentials/words.ts';
import { draftWords } from '#domain/drafts/words.ts';
import { paymentWords } from '#domain/payments/words.ts';
import { type Verdict, type Words, say } from '#domain/verdict.ts';

type ToMessage = (verdict: Verdict) => string | undefined;

const area =
  <V extends Verdict>(words: Words<V>): ToMessage =>
  (verdict) =>
    // A code that has words is one of the area's verdicts: the schemas that carry it are the area's own.
    verdict.code in words ? say(words, verdict) : undefined;

const MESSAGES: Readonly<Record<string, ToMessage>> = {
  payments: area(paymentWords),
  drafts: area(draftWords),
  credentials: area(credentialWords),
};

/** The message of `verdict` to a person, for a call such as `payments.submit`. */
export function messageFor(callId: string, verdict: Verdict): string {
  const message = MESSAGES[callId.split('.')[0] ?? '']?.(verdict);
  const { detail } = verdict;
  return message ?? (typeof detail === 'string' ? detail : verdict.code);
}
