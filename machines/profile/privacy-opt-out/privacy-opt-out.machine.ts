/** Privacy opt-out of account holders (P §2.8, §4, §5.4), submitted once (ruling 4). */
import { demographics } from '#domain/profile/demographics/calls.ts';
import { type State, USA } from '#domain/profile/demographics/shapes.ts';
import { privacy } from '#domain/profile/privacy/calls.ts';
import {
  type PrivacyNotice,
  type PrivacyResult,
  getConfirmationNumber,
  toPrivacyNotice,
} from '#domain/profile/privacy/outcome.ts';
import * as rules from '#domain/profile/privacy/rules.ts';
import type { OptOut, OptOutValues } from '#domain/profile/privacy/shapes.ts';
import { call } from '../../kit/effect.ts';
import { formPage } from '../../kit/form-page.machine.ts';
import { submission } from '../../kit/submission.machine.ts';

export const privacyOptOutSubmission = submission('privacyOptOutSubmission', {
  send: call(privacy.optOut),
  settle: call(privacy.settleOptOut),
  isAccepted: rules.isReceived,
});

export const privacyOptOutPage = formPage({
  id: 'privacyOptOut',
  description: 'An account holder opts out of sharing and marketing; all options are preselected',
  form: {
    schema: (states: State[], values: OptOutValues) =>
      rules.optOutSchema({ states: states.length === 0 ? null : states }, values),
    normalize: (field, value) => (typeof value === 'string' ? rules.normalizeOptOutField(field, value) : value),
    notStored: ['accountNumber'],
    starting: rules.startingOptOut,
    facts: [] as State[],
  },
  load: {
    what: 'the list of states',
    call: call(demographics.states),
    request: { params: { countryCode: USA } },
  },
  what: 'the opt-out',
  submission: privacyOptOutSubmission,
  body: (values): OptOut => rules.toOptOut(values),
  received: getConfirmationNumber,
  notice: (result: PrivacyResult): PrivacyNotice => toPrivacyNotice(result) ?? 'couldNotSend',
});
export const privacyOptOut = privacyOptOutPage.machine;
