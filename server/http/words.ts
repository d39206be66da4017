/** Speaks the verdicts that a call's schemas carry, with the words of the call's area. */
import { credentialWords } from '#domain/credentials/words.ts';
import { draftWords } from '#domain/drafts/words.ts';
import { paymentWords } from '#domain/payments/words.ts';
import { type Verdict, type Words, say } from '#domain/verdict.ts';

type Speaker = (verdict: Verdict) => string | undefined;

const area =
  <V extends Verdict>(words: Words<V>): Speaker =>
  (verdict) =>
    // A code that has words is one of the area's verdicts: the schemas that carry it are the area's own.
    verdict.code in words ? say(words, verdict) : undefined;

const SPEAKERS: Readonly<Record<string, Speaker>> = {
  payments: area(paymentWords),
  drafts: area(draftWords),
  credentials: area(credentialWords),
};

/** What `verdict` says to a person, for a call such as `payments.submit`. */
export function speak(callId: string, verdict: Verdict): string {
  const spoken = SPEAKERS[callId.split('.')[0] ?? '']?.(verdict);
  const { detail } = verdict;
  return spoken ?? (typeof detail === 'string' ? detail : verdict.code);
}
