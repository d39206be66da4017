/** All calls of the API. The server's routes, the OpenAPI document and the tests derive from this list. */
import { access } from '../session/access/calls.ts';
import { accounts } from '../accounts/calls.ts';
import { autoDebit } from '../payments/auto-debit/calls.ts';
import { banking } from '../payments/banking/calls.ts';
import type { CallSpec } from '../call.ts';
import { chat } from '../messages/chat/calls.ts';
import { confirmation } from '../session/confirmation/calls.ts';
import { contact } from '../profile/contact/calls.ts';
import { content } from '../portal/content/calls.ts';
import { identity } from '../session/identity/calls.ts';
import { credentials } from '../session/credentials/calls.ts';
import { demographics } from '../profile/demographics/calls.ts';
import { deferment } from '../repayment/deferment/calls.ts';
import { documents } from '../documents/calls.ts';
import { drafts } from '../portal/drafts/calls.ts';
import { emailUs } from '../messages/email-us/calls.ts';
import { forbearance } from '../repayment/forbearance/calls.ts';
import { inbox } from '../messages/inbox/calls.ts';
import { instructions } from '../payments/instructions/calls.ts';
import { loanDocuments } from '../accounts/loan-documents/calls.ts';
import { loans } from '../accounts/loans/calls.ts';
import { military } from '../repayment/military/calls.ts';
import { paperless } from '../messages/paperless/calls.ts';
import { payers } from '../profile/payers/calls.ts';
import { payments } from '../payments/calls.ts';
import { payoff } from '../payments/payoff/calls.ts';
import { plans } from '../plans/calls.ts';
import { postponement } from '../repayment/postponement/calls.ts';
import { privacy } from '../profile/privacy/calls.ts';
import { portal } from '../portal/calls.ts';
import { record } from '../accounts/record/calls.ts';
import { security } from '../session/security/calls.ts';
import { term } from '../repayment/term/calls.ts';
import { textAlerts } from '../messages/text-alerts/calls.ts';
import { updates } from '../accounts/updates/calls.ts';
import type { PortalFeatures } from '../portal/routes.ts';

const groups = [
  portal,
  content,
  chat,
  demographics,
  identity,
  access,
  accounts,
  loans,
  loanDocuments,
  updates,
  autoDebit,
  banking,
  payments,
  payoff,
  payers,
  instructions,
  credentials,
  confirmation,
  security,
  contact,
  inbox,
  paperless,
  textAlerts,
  emailUs,
  privacy,
  drafts,
  documents,
  record,
  deferment,
  forbearance,
  military,
  postponement,
  plans,
  term,
] as const;

type Entries<Group> = Group extends Group ? Group[keyof Group] : never;

/** The type of each call of the API. */
export type Call = Entries<(typeof groups)[number]>;

export const calls: readonly CallSpec[] = groups.flatMap((group) => Object.values<CallSpec>(group));

/**
 * Returns the calls of a server with this configuration. A server without its own accounts has no calls that need a
 * username or a password.
 */
export const listCalls = ({ keepsAccounts }: PortalFeatures): readonly CallSpec[] =>
  keepsAccounts
    ? calls
    : calls.filter(
        (call) =>
          call !== confirmation.password &&
          ![credentials, record, payers, security].some((area) => Object.values<CallSpec>(area).includes(call)),
      );
