/** The rules of text alerts: forms, codes, reminders and sending hours. Portal and server use the same rules. */
import * as v from 'valibot';
import { getNewYorkHour } from '../../calendar.ts';
import { type FieldProblem, type Issue, findProblems, refuse, validatedText } from '../../issue.ts';
import { type PhoneIssue, validatePhone } from '../../phone.ts';
import {
  ALERTS,
  type Alert,
  type TextAlertAnswer,
  type TextAlertChange,
  type TextAlertSettings,
  type TextAlertValues,
} from './shapes.ts';

/** Validity of a code, in minutes. */
export const CODE_MINUTES = 10;
/** Maximum number of tries per code. */
export const MAX_TRIES = 5;
/** Maximum number of codes per borrower within an hour. */
export const MAX_CODES = 3;

export type TextAlertIssue =
  | PhoneIssue
  | { readonly code: 'textAlerts.required' }
  | { readonly code: 'textConsent.required' }
  | { readonly code: 'textConsent.changed' }
  | { readonly code: 'textCode.format' }
  | { readonly code: 'textCode.wrong'; readonly triesLeft: number };

/** A form of the page: sign-up, another number, another choice of alerts, or the code. */
export type TextAlertStep = 'start' | 'number' | 'choice' | 'code';

/** The facts that a form is validated against. */
export interface TextAlertDeps {
  readonly step: TextAlertStep;
  /** The last code that the server refused, and the tries that were left. */
  readonly refusedCode: { readonly code: string; readonly triesLeft: number } | null;
}

/** Returns a code without spaces and hyphens. */
export const normalizeCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '');

const validateNumber = (typed: string): TextAlertIssue | undefined =>
  typed.trim() === '' ? { code: 'phone.required' } : validatePhone(typed);

const validateCode =
  ({ refusedCode }: Pick<TextAlertDeps, 'refusedCode'>) =>
  (typed: string): Issue | undefined => {
    const code = normalizeCode(typed);
    if (!/^\d{6}$/.test(code)) return { code: 'textCode.format' } satisfies TextAlertIssue;
    if (refusedCode === null || code !== refusedCode.code) return undefined;
    return { code: 'textCode.wrong', triesLeft: refusedCode.triesLeft } satisfies TextAlertIssue;
  };

/** Returns the checked alerts, in display order. */
export const chosenAlerts = (values: TextAlertValues): Alert[] => ALERTS.filter((alert) => values[alert]);

/** Returns the checkboxes for a choice of alerts. */
export const alertBoxes = (chosen: readonly Alert[]): Readonly<Record<Alert, boolean>> => ({
  paymentDue: chosen.includes('paymentDue'),
  draftComing: chosen.includes('draftComing'),
  paymentPosted: chosen.includes('paymentPosted'),
  paymentReturned: chosen.includes('paymentReturned'),
  application: chosen.includes('application'),
  letter: chosen.includes('letter'),
});

const required = (code: 'textAlerts.required' | 'textConsent.required') => refuse({ code } satisfies TextAlertIssue);

const phoneEntry = { phone: validatedText(validateNumber) };
const consentEntry = { consent: v.literal(true, required('textConsent.required')) };

/** Requires at least one alert. The error is reported on the first checkbox. */
const alertEntries = (values: TextAlertValues) => ({
  [ALERTS[0]]: v.pipe(
    v.boolean(),
    v.check(() => chosenAlerts(values).length > 0, required('textAlerts.required')),
  ),
});

/** Creates the schema of a form. */
export function textAlertSchema(facts: TextAlertDeps, values: TextAlertValues): v.GenericSchema {
  switch (facts.step) {
    case 'start':
      return v.looseObject({ ...phoneEntry, ...alertEntries(values), ...consentEntry });
    case 'number':
      return v.looseObject({ ...phoneEntry, ...consentEntry });
    case 'choice':
      return v.looseObject(alertEntries(values));
    case 'code':
      return v.looseObject({ code: validatedText(validateCode(facts)) });
  }
}

const alertList = v.pipe(v.array(v.string()), v.minLength(1, required('textAlerts.required')));

/** Validates a change as the server received it. `consentVersion` identifies the consent text that is in force. */
export function problemsOfChange(change: TextAlertChange, consentVersion: string): FieldProblem[] {
  switch (change.change) {
    case 'start': {
      const isInForce = change.consentVersion === consentVersion;
      const issue: TextAlertIssue = { code: 'textConsent.changed' };
      return [
        ...findProblems(v.looseObject({ ...phoneEntry, alerts: alertList }), change),
        ...(isInForce ? [] : [{ field: 'consentVersion', issue }]),
      ];
    }
    case 'choose':
      return findProblems(v.looseObject({ alerts: alertList }), change);
    case 'confirm':
      return findProblems(v.looseObject({ code: validatedText(validateCode({ refusedCode: null })) }), change);
    case 'resend':
    case 'cancel':
    case 'stop':
      return [];
  }
}

const REFUSALS: readonly TextAlertAnswer['outcome'][] = ['tooManyCodes', 'wrongCode', 'codeOver', 'nothingToChange'];

/** Returns whether the server made the change. */
export const isMade = ({ outcome }: TextAlertAnswer): boolean => !REFUSALS.includes(outcome);

/** The screen that the settings call for. */
export type TextAlertScreen = 'unavailable' | 'viewing' | 'code' | 'on' | 'off';

/** Returns the screen for the settings. A pending number comes first, because its code expires. */
export function getTextAlertScreen({ isAvailable, canChange, phone, pending }: TextAlertSettings): TextAlertScreen {
  if (!isAvailable) return 'unavailable';
  if (!canChange) return 'viewing';
  if (pending !== null) return 'code';
  return phone === null ? 'off' : 'on';
}

/** The hours in New York between which alerts are sent. The first is 8 a.m. in California and 6 a.m. in Hawaii. */
export const TEXTING_HOURS = { from: 11, until: 21 } as const;

/** Returns whether alerts may be sent at this time. Codes, which the borrower asks for, are sent at any time. */
export function isTextingTime(instant: Date): boolean {
  const hour = getNewYorkHour(instant);
  return hour >= TEXTING_HOURS.from && hour < TEXTING_HOURS.until;
}
