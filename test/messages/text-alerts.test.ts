/** The rules of text alerts: forms, changes, reminders, sending hours, and the wording of texts. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toPlainDate as day } from '#domain/calendar.ts';
import { findProblems } from '#domain/issue.ts';
import { textAlertMessages, textAlertNotices } from '#domain/messages/text-alerts/messages.ts';
import {
  alertBoxes,
  chosenAlerts,
  isMade,
  isTextingTime,
  problemsOfChange,
  getTextAlertScreen,
  textAlertSchema,
} from '#domain/messages/text-alerts/rules.ts';
import { sampleTextAlerts } from '#domain/messages/text-alerts/samples.ts';
import { ALERTS, type TextAlertValues } from '#domain/messages/text-alerts/shapes.ts';
import { TEXT_KINDS } from '#server/db/schema/index.ts';
import { formatTextMessage } from '#server/mail/texts.ts';

const values = (more: Partial<TextAlertValues> = {}): TextAlertValues => ({
  phone: '(402) 555-0142',
  consent: true,
  code: '123456',
  ...alertBoxes(['letter']),
  ...more,
});
const listCodes = (step: Parameters<typeof textAlertSchema>[0]['step'], more: Partial<TextAlertValues> = {}) => {
  const facts = { step, refusedCode: { code: '654321', triesLeft: 1 } };
  return findProblems(textAlertSchema(facts, values(more)), values(more)).map(({ field, issue }) => [
    field,
    issue.code,
  ]);
};

describe('the forms', () => {
  const NONE = alertBoxes([]);

  it('require a US number, an alert and the consent', () => {
    expect(listCodes('start')).toEqual([]);
    expect(listCodes('start', { phone: ' ', consent: false, ...NONE })).toEqual([
      ['phone', 'phone.required'],
      ['paymentDue', 'textAlerts.required'],
      ['consent', 'textConsent.required'],
    ]);
    expect(listCodes('start', { phone: '+44 20 7946 0958' })).toEqual([['phone', 'phone.invalid']]);
  });

  it('require only the fields of their step', () => {
    expect(listCodes('number', { ...NONE, code: '' })).toEqual([]);
    expect(listCodes('number', { consent: false })).toEqual([['consent', 'textConsent.required']]);
    expect(listCodes('choice', { phone: '', consent: false })).toEqual([]);
    expect(listCodes('choice', NONE)).toEqual([['paymentDue', 'textAlerts.required']]);
    expect(listCodes('code', { phone: '', consent: false, ...NONE })).toEqual([]);
  });

  it('require six digits, and not the code that was refused', () => {
    for (const code of ['', '12345', '1234567', '12345a']) {
      expect(listCodes('code', { code })).toEqual([['code', 'textCode.format']]);
    }
    expect(listCodes('code', { code: '654-321' })).toEqual([['code', 'textCode.wrong']]);
    expect(listCodes('code', { code: '12 34 56' })).toEqual([]);
    expect(textAlertMessages['textCode.wrong']({ code: 'textCode.wrong', triesLeft: 1 })).toContain('once more');
  });

  it('keep the choice of alerts', () => {
    for (const alert of ALERTS) expect(chosenAlerts({ ...values(), ...alertBoxes([alert]) })).toEqual([alert]);
  });
});

describe('a change', () => {
  it('needs the consent text that is in force', () => {
    const start = { change: 'start', phone: '402-555-0142', alerts: ['letter'] } as const;
    const of = (consentVersion: string) => problemsOfChange({ ...start, alerts: ['letter'], consentVersion }, 'now');
    expect(of('now')).toEqual([]);
    expect(of('before')).toEqual([{ field: 'consentVersion', issue: { code: 'textConsent.changed' } }]);
  });

  it('succeeds or fails according to its outcome', () => {
    expect(isMade({ outcome: 'confirmed' })).toBe(true);
    expect(isMade({ outcome: 'stopped' })).toBe(true);
    expect(isMade({ outcome: 'wrongCode', triesLeft: 4 })).toBe(false);
    expect(isMade({ outcome: 'tooManyCodes', minutes: 1 })).toBe(false);
    expect(textAlertNotices.tooManyCodes(1)).toContain('in 1 minute.');
  });
});

it('shows the screen of the settings: a pending code comes first, and an impersonator only looks', () => {
  const on = { ...sampleTextAlerts, phone: '*****0142' };
  const pending = { ...on, pending: { phone: '*****0199', outboxFile: null } };
  expect(getTextAlertScreen(sampleTextAlerts)).toBe('off');
  expect(getTextAlertScreen(on)).toBe('on');
  expect(getTextAlertScreen(pending)).toBe('code');
  expect(getTextAlertScreen({ ...pending, canChange: false })).toBe('viewing');
  expect(getTextAlertScreen({ ...pending, canChange: false, isAvailable: false })).toBe('unavailable');
});

it.each([
  ['2026-11-20T15:59:59Z', false],
  ['2026-11-20T16:00:00Z', true],
  ['2026-11-21T01:59:59Z', true],
  ['2026-11-21T02:00:00Z', false],
  // Daylight saving time.
  ['2026-07-01T14:59:59Z', false],
  ['2026-07-01T15:00:00Z', true],
  ['2026-07-02T01:00:00Z', false],
])('sends alerts from 11 a.m. to 9 p.m. in New York: %s', (instant, isSent) => {
  expect(isTextingTime(new Date(instant))).toBe(isSent);
});

it('fits each text into one message, with the way to stop', () => {
  const facts = { aboutDay: day('2026-12-09'), code: '123456', servicer: { name: 'Larkfield Loan Servicing' } };
  for (const kind of TEXT_KINDS) {
    const text = formatTextMessage({ kind, ...facts });
    expect(text.length, text).toBeLessThanOrEqual(160);
    expect(text).toMatch(/^Larkfield Loan Servicing: .*\bSTOP to stop\.$/);
    expect(text).not.toMatch(/[{}]|\$|https?:/);
  }
});

it('asks for consent with frequency, rates, STOP, HELP, and no condition', () => {
  const text = readFileSync('content/myprofile/text-alerts-consent.html', 'utf8');
  for (const part of [
    'How many texts',
    'Message and data rates may apply',
    'reply STOP',
    'reply HELP',
    "isn't a condition",
  ]) {
    expect(text).toContain(part);
  }
});
