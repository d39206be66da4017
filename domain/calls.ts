/** All calls of the API. The server's routes, the OpenAPI document and the tests derive from this list. */
import { access } from './access/calls.ts';
import { accounts } from './accounts/calls.ts';
import { autoDebit } from './auto-debit/calls.ts';
import { banking } from './banking/calls.ts';
import type { CallSpec } from './call.ts';
import { chat } from './chat/calls.ts';
import { contact } from './contact/calls.ts';
import { content } from './content/calls.ts';
import { identity } from './identity/calls.ts';
import { credentials } from './credentials/calls.ts';
import { demographics } from './demographics/calls.ts';
import { deferment } from './deferment/calls.ts';
import { documents } from './documents/calls.ts';
import { drafts } from './drafts/calls.ts';
import { emailUs } from './email-us/calls.ts';
import { forbearance } from './forbearance/calls.ts';
import { inbox } from './inbox/calls.ts';
import { instructions } from './instructions/calls.ts';
import { loanDocuments } from './loan-documents/calls.ts';
import { loans } from './loans/calls.ts';
import { military } from './military/calls.ts';
import { paperless } from './paperless/calls.ts';
import { payers } from './payers/calls.ts';
import { payments } from './payments/calls.ts';
import { payoff } from './payoff/calls.ts';
import { plans } from './plans/calls.ts';
import { postponement } from './postponement/calls.ts';
import { privacy } from './privacy/calls.ts';
import { portal } from './portal/calls.ts';
import { record } from './record/calls.ts';
import { term } from './term/calls.ts';
import { textAlerts } from './text-alerts/calls.ts';
import { updates } from './updates/calls.ts';
import type { PortalFacts } from './portal/routes.ts';

export const calls: readonly CallSpec[] = [
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
].flatMap((area) => Object.values<CallSpec>(area));

/**
 * Returns the calls of a server with this configuration. A server without its own accounts has no calls that need a
 * username or a password.
 */
export const callsOf = ({ keepsAccounts }: PortalFacts): readonly CallSpec[] =>
  keepsAccounts
    ? calls
    : calls.filter(
        (call) => ![credentials, record, payers].some((area) => Object.values<CallSpec>(area).includes(call)),
      );
