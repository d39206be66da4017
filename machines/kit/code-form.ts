/** Form for a one-time code sent by email, used for registration, account recovery and the confirmation of changes. */
import { type CodeFacts, codeSchema } from '#domain/session/credentials/rules.ts';
import type { CodeValues } from '#domain/session/credentials/shapes.ts';
import { focusOn } from './focus.ts';
import { createForm } from './form-machine.ts';
import { withAnswer } from './params.ts';

/** Delay in milliseconds before the person can request another code. */
export const RESEND_WAIT = 60_000;

/** The facts before the server has answered about a code. */
export const noAnswerYet: CodeFacts = { wrongCode: null, isCodeOver: false };

export const codeRules = createForm<CodeValues, CodeFacts>({ schema: codeSchema });

/** The transitions for a code that is not right: it is over, or it is wrong. The person returns to `enteringCode`. */
export const codeRefused = [
  { guard: withAnswer('isAnsweredOver'), target: 'enteringCode', actions: ['refuseCodes', focusOn('oneTimeCode')] },
  { target: 'enteringCode', actions: ['refuseWrongCode', focusOn('oneTimeCode')] },
] as const;
