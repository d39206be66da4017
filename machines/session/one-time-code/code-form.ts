/**
 * Form for a one-time code sent by email, used for registration, account recovery and the confirmation of changes, and
 * the states in which a borrower who is not logged in enters it.
 */
import { type EventObject, assign } from 'xstate';
import * as rules from '#domain/session/credentials/rules.ts';
import type { CodeValues, IdentityValues } from '#domain/session/credentials/shapes.ts';
import { focusOn } from '../../kit/focus.ts';
import type { Form } from '../../kit/form.ts';
import { createForm } from '../../kit/form-machine.ts';
import { notAnswered } from '../identity/identity-form.ts';
import { type KitAction, withAnswer } from '../../kit/params.ts';
import { staysHere } from '../../kit/stays-here.ts';

/** Delay in milliseconds before the person can request another code. */
export const RESEND_WAIT = 60_000;

/** Context of a machine with the form. */
export interface WithCode extends rules.CodeDeps {
  readonly code: Form<CodeValues>;
  /** Whether enough time has passed to request another code. */
  readonly canResend: boolean;
}

/** The facts before the server has answered about a code. */
const noAnswerYet: rules.CodeDeps = { wrongCode: null, isCodeOver: false };

export const codeForm = createForm<CodeValues, rules.CodeDeps>({ schema: rules.codeSchema }).inMachine<
  'code',
  WithCode
>('code', { facts: (context) => context });

/** Returns the empty form for a new code. */
export const emptyCode = (): WithCode => ({
  ...noAnswerYet,
  code: codeForm.start(rules.startingCode, noAnswerYet),
  canResend: false,
});

const changes = (change: (context: WithCode) => Partial<WithCode>) =>
  assign<WithCode, EventObject, undefined, never, never>(({ context }) => change(context)) as KitAction<
    { readonly context: WithCode },
    undefined
  >;

/** Actions of a machine with the form. */
export const codeActions = {
  ...codeForm.actions,
  refuseWrongCode: changes((context) =>
    codeForm.reveal(context, { wrongCode: rules.normalizedCode(context.code.values.oneTimeCode) }, 'oneTimeCode'),
  ),
  refuseCodes: changes((context) => codeForm.reveal(context, { isCodeOver: true, canResend: true }, 'oneTimeCode')),
  allowResend: changes(() => ({ canResend: true })),
  /** The errors concern the code that is replaced. Beside a notice, the error panel would be a second alert. */
  hideCodeErrors: changes((context) => ({ code: codeForm.start(context.code.values, context) })),
};

/** The transitions for a code that is not right: it is over, or it is wrong. The person returns to `enteringCode`. */
export const codeRefused = [
  { guard: withAnswer('isAnsweredOver'), target: 'enteringCode', actions: ['refuseCodes', focusOn('oneTimeCode')] },
  { target: 'enteringCode', actions: ['refuseWrongCode', focusOn('oneTimeCode')] },
] as const;

/** Context of a machine that sends a code to a borrower who has entered three details. */
interface Requesting {
  readonly identity: Form<IdentityValues>;
  readonly requestToken: string | null;
}

/** Returns the request for a code. */
export const codeRequest = ({ context: { identity } }: { readonly context: Requesting }) => ({
  body: rules.toIdentity(identity.values),
});

/**
 * Returns the states after a code was sent: `enteringCode`, `resendingCode` and `checkingCode`. `request` names the
 * call that sends a code, `onRight` lists the transitions for a right code, and Previous returns to
 * `identifyingBorrower`.
 */
export const enteringSentCode = <
  const Path extends string,
  const Actor extends string,
  const Right extends readonly object[],
>({
  path,
  request,
  onRight,
}: {
  readonly path: Path;
  readonly request: Actor;
  readonly onRight: Right;
}) =>
  ({
    enteringCode: {
      id: 'code',
      description: 'The borrower enters the code from the email; after a minute they can request another one',
      meta: { path, title: 'Enter Your Code' },
      route: { guard: 'hasRequest' },
      exit: 'clearNotice',
      after: { resendWait: { actions: 'allowResend' } },
      on: {
        'field.changed': codeForm.onChange(),
        'field.left': codeForm.onLeave(),
        'previous.pressed': 'identifyingBorrower',
        'resend.pressed': { target: 'resendingCode', actions: 'hideCodeErrors' },
        'checkCode.pressed': codeForm.onSubmit({ target: 'checkingCode' }, 'clearNotice'),
      },
    },

    resendingCode: {
      description: 'The server sends another code, which replaces the earlier one',
      meta: { title: 'Enter Your Code' },
      tags: 'busy',
      on: staysHere,
      invoke: {
        id: request,
        src: request,
        input: codeRequest,
        onDone: {
          target: 'enteringCode',
          actions: [withAnswer('setRequest'), 'setCodeSentAgain', 'focusNotice'],
        },
        onError: notAnswered('enteringCode', 'setCouldNotAsk'),
      },
    },

    checkingCode: {
      description: 'The server verifies the code',
      meta: { title: 'Enter Your Code' },
      tags: 'busy',
      on: staysHere,
      invoke: {
        id: 'checkCode',
        src: 'checkCode',
        input: ({ context: { requestToken, code } }: { readonly context: Requesting & WithCode }) => ({
          body: rules.toCodeCheck(requestToken, code.values),
        }),
        onDone: [...onRight, ...codeRefused],
        onError: notAnswered('enteringCode', 'setCouldNotCheck'),
      },
    },
  }) as const;
