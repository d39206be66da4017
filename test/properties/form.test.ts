/** The one form pattern: when errors show, what the panel lists, and what else a change changes. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { paymentWords } from '#domain/payments/words.ts';
import { refuse, say } from '#domain/verdict.ts';
import { type Form, formOf } from '#machines/kit/form.ts';
import { reviewForm, scheduleForm } from '#machines/payflow/payflow.forms.ts';
import { startingSchedule } from '#domain/payments/rules.ts';
import { accountWith, factsWith, someSchedule } from './samples.ts';

/** A form about a guest: a name, how they come, what their car is called (only with a car), and a promise. */
interface Guest {
  readonly name: string;
  readonly way: string;
  readonly car: string;
  readonly promise: boolean;
}
interface House {
  readonly longestName: number;
}

const required = (code: string) => v.pipe(v.string(), v.minLength(1, refuse({ code })));
const guestForm = formOf<Guest, House>({
  schema: ({ longestName }, { way }) => {
    const entries: Record<string, v.GenericSchema> = {
      name: v.pipe(required('name.required'), v.maxLength(longestName, refuse({ code: 'name.long', longestName }))),
    };
    if (way === 'car') entries['car'] = required('car.required');
    return v.looseObject({ ...entries, promise: v.literal(true, refuse({ code: 'promise.required' })) });
  },
  tidy: (field, value) => (field === 'name' && typeof value === 'string' ? value.trim() : value),
  follow: (field, values) => (field === 'way' && values.way !== 'car' ? { ...values, car: '' } : values),
  eager: (field) => field === 'promise',
});

const HOUSE: House = { longestName: 5 };
const EMPTY: Guest = { name: '', way: 'foot', car: '', promise: false };
const start = guestForm.start(EMPTY, HOUSE);

const enter = (form: Form<Guest>, field: string, value: string | boolean) =>
  guestForm.entered(form, { type: 'field.entered', field, value }, HOUSE);
const leave = (form: Form<Guest>, field: string) => guestForm.left(form, { type: 'field.left', field }, HOUSE);
const attempt = (form: Form<Guest>) => guestForm.attempted(form, HOUSE);
const shown = (form: Form<Guest>) => Object.keys(form.errors);
const listed = (form: Form<Guest>) => form.panel.map(({ field }) => field);
const wrong = (form: Form<Guest>) => form.problems.map(({ field }) => field);

describe('a form that nobody has touched', () => {
  it('knows what is wrong, and shows nothing of it', () => {
    expect(wrong(start)).toEqual(['name', 'promise']);
    expect(start).toMatchObject({ errors: {}, panel: [], touched: [], attempted: false });
    expect(guestForm.isComplete(start)).toBe(false);
  });

  it('is complete when nothing is wrong, shown or not', () => {
    expect(guestForm.isComplete(guestForm.start({ ...EMPTY, name: 'Ada', promise: true }, HOUSE))).toBe(true);
  });
});

describe('an error', () => {
  it('does not show while its field is first typed in', () => {
    const typing = enter(enter(start, 'name', 'Adelaide'), 'name', '');
    expect(wrong(typing)).toContain('name');
    expect(shown(typing)).toEqual([]);
  });

  it('shows once the field was left, and not those of other fields', () => {
    const left = leave(start, 'name');
    expect(left.errors).toEqual({ name: { code: 'name.required' } });
    expect(left.panel).toEqual([]);
  });

  it('goes, comes and changes with what is typed afterwards', () => {
    const left = leave(start, 'name');
    const mended = enter(left, 'name', 'Ada');
    expect(mended.errors).toEqual({});
    expect(enter(mended, 'name', 'Adelaide').errors).toEqual({ name: { code: 'name.long', longestName: 5 } });
    expect(enter(mended, 'name', '').errors).toEqual({ name: { code: 'name.required' } });
  });

  it('shows everywhere once the form was attempted', () => {
    expect(shown(attempt(start))).toEqual(['name', 'promise']);
  });

  it('of an eager field shows at once when it changes for the worse', () => {
    const unticked = enter(enter(start, 'promise', true), 'promise', false);
    expect(unticked.errors).toEqual({ promise: { code: 'promise.required' } });
    expect(enter(unticked, 'promise', true).errors).toEqual({});
  });

  it('is judged by the facts of the moment', () => {
    const left = leave(enter(start, 'name', 'Adelaide'), 'name');
    expect(shown(left)).toEqual(['name']);
    const event = { type: 'field.entered', field: 'way', value: 'foot' } as const;
    expect(guestForm.entered(left, event, { longestName: 20 }).errors).toEqual({});
  });
});

describe('the panel', () => {
  it('lists nothing before an attempt, however much was touched', () => {
    const touched = leave(leave(enter(start, 'promise', false), 'name'), 'promise');
    expect(shown(touched)).toEqual(['name', 'promise']);
    expect(listed(touched)).toEqual([]);
  });

  it('lists all that is wrong after one, in the order of the fields, not of the mistakes', () => {
    const form = attempt(enter(leave(leave(start, 'promise'), 'name'), 'way', 'car'));
    expect(listed(form)).toEqual(['name', 'car', 'promise']);
  });

  it('shrinks as fields are mended, and grows again as they are spoilt', () => {
    const attempted = attempt(enter(start, 'way', 'car'));
    const one = enter(attempted, 'car', 'Bluebird');
    expect(listed(one)).toEqual(['name', 'promise']);
    const two = enter(one, 'name', 'Ada');
    expect(listed(two)).toEqual(['promise']);
    const all = enter(two, 'promise', true);
    expect(listed(all)).toEqual([]);
    expect(guestForm.isComplete(all)).toBe(true);
    expect(listed(enter(all, 'name', ''))).toEqual(['name']);
  });

  it('has no line for what is hidden', () => {
    const attempted = attempt(enter(start, 'way', 'car'));
    expect(listed(enter(attempted, 'way', 'foot'))).toEqual(['name', 'promise']);
  });
});

describe('what follows from a change', () => {
  const withCar = leave(enter(enter(start, 'way', 'car'), 'car', 'Bluebird'), 'car');

  it('is cleared and untouched: its error waits again', () => {
    const walking = enter(withCar, 'way', 'foot');
    expect(walking.values).toEqual(EMPTY);
    expect(walking.touched).toEqual([]);
    const driving = enter(walking, 'way', 'car');
    expect(wrong(driving)).toContain('car');
    expect(shown(driving)).toEqual([]);
  });

  it('leaves alone what stays as it was', () => {
    const named = leave(withCar, 'name');
    expect(enter(named, 'way', 'car').touched).toEqual(['car', 'name']);
    expect(enter(named, 'way', 'foot').touched).toEqual(['name']);
  });
});

describe('leaving a field', () => {
  it('writes its value tidily, and that of no other', () => {
    const typed = enter(enter(start, 'name', '  Ada '), 'car', ' B ');
    expect(leave(typed, 'name').values).toEqual({ ...EMPTY, name: 'Ada', car: ' B ' });
    expect(leave(typed, 'car').values).toEqual({ ...EMPTY, name: '  Ada ', car: ' B ' });
  });

  it('judges what was tidied', () => {
    const typed = enter(start, 'name', '  Adele  ');
    expect(wrong(typed)).toContain('name');
    expect(leave(typed, 'name').errors).toEqual({});
  });

  it('twice is the same as once', () => {
    const once = leave(start, 'name');
    expect(leave(once, 'name')).toEqual(once);
  });
});

describe('a field that the form does not have', () => {
  it.each(['nickname', '', 'toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    '"%s" changes nothing',
    (field) => {
      expect(enter(start, field, 'x')).toEqual(start);
      expect(Object.keys(enter(start, field, 'x').values)).toEqual(Object.keys(EMPTY));
      expect(leave(start, field)).toEqual(start);
    },
  );
});

describe('whatever happens to a form', () => {
  const fields = ['name', 'way', 'car', 'promise', 'toString', 'nickname'];
  const step = fc.oneof(
    fc.record({
      type: fc.constant('field.entered' as const),
      field: fc.constantFrom(...fields),
      value: fc.oneof(fc.boolean(), fc.constantFrom('', 'car', 'foot', ' Ada ', 'Adelaide'), fc.string()),
    }),
    fc.record({ type: fc.constant('field.left' as const), field: fc.constantFrom(...fields) }),
    fc.record({ type: fc.constant('attempted' as const) }),
  );
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  const after = (form: Form<Guest>, happened: Step): Form<Guest> =>
    happened.type === 'attempted'
      ? guestForm.attempted(form, HOUSE)
      : happened.type === 'field.left'
        ? guestForm.left(form, happened, HOUSE)
        : guestForm.entered(form, happened, HOUSE);

  it('it shows only what is wrong, lists all of it or nothing, and never forgets an attempt', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let form = start;
        for (const happened of steps) {
          const before = form;
          form = after(form, happened);
          const problems = Object.fromEntries(form.problems.map(({ field, verdict }) => [field, verdict]));
          expect(problems).toMatchObject(form.errors);
          expect(shown(form).filter((field) => !form.attempted && !form.touched.includes(field))).toEqual([]);
          expect(shown(form)).toEqual(wrong(form).filter((field) => form.attempted || form.touched.includes(field)));
          expect(form.panel).toEqual(form.attempted ? form.problems : []);
          expect(form.attempted || !before.attempted).toBe(true);
          expect(new Set(form.touched).size).toBe(form.touched.length);
          expect(form.touched.filter((field) => !(field in EMPTY) || !Object.hasOwn(EMPTY, field))).toEqual([]);
          expect(Object.keys(form.values).sort()).toEqual(Object.keys(EMPTY).sort());
          expect(wrong(form)).toEqual(wrong(guestForm.start(form.values, HOUSE)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('it leaves the form that it was given as it was', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), step, (steps, last) => {
        const form = steps.reduce(after, start);
        const copy = structuredClone(form);
        after(form, last);
        expect(form).toEqual(copy);
      }),
    );
  });
});

describe('the schedule step’s form (Y §4.1, §5.1)', () => {
  const facts = factsWith(accountWith({ pastDueAmt: 30_00 }));
  const begun = scheduleForm.start(startingSchedule(facts), facts);
  const chose = (form: typeof begun, field: string, value: string) =>
    scheduleForm.entered(form, { type: 'field.entered', field, value }, facts);
  const went = (form: typeof begun, field: string) => scheduleForm.left(form, { type: 'field.left', field }, facts);
  const said = (form: typeof begun) =>
    Object.fromEntries(Object.entries(form.errors).map(([field, verdict]) => [field, say(paymentWords, verdict)]));

  it('formats an amount to two decimals when its field is left, and shows its error then', () => {
    const other = chose(begun, 'option.one', 'OtherAmount');
    expect(said(other)).toEqual({});
    const typed = chose(other, 'otherAmount.one', '$1,234.5');
    expect(typed.values['otherAmount.one']).toBe('$1,234.5');
    expect(went(typed, 'otherAmount.one').values['otherAmount.one']).toBe('1234.50');
    expect(said(went(chose(other, 'otherAmount.one', '6000'), 'otherAmount.one'))).toEqual({
      'otherAmount.one': 'Payment cannot exceed your account payoff amount of $5,000.00.',
    });
  });

  it('clears and untouches the Other amount when a fixed option is chosen', () => {
    const wrongAmount = went(
      chose(chose(begun, 'option.one', 'OtherAmount'), 'otherAmount.one', 'ten'),
      'otherAmount.one',
    );
    expect(said(wrongAmount)).toEqual({ 'otherAmount.one': 'Payment amount must be a valid dollar amount.' });
    const fixed = chose(wrongAmount, 'option.one', 'PastPayment');
    expect(fixed.values['otherAmount.one']).toBe('');
    expect(said(fixed)).toEqual({});
    const again = chose(fixed, 'option.one', 'OtherAmount');
    expect(said(again)).toEqual({});
  });

  it('says that nothing is to be paid only after Continue', () => {
    const nothing = chose(chose(begun, 'option.one', 'OtherAmount'), 'otherAmount.one', '0');
    expect(said(went(nothing, 'otherAmount.one'))).toEqual({});
    expect(said(scheduleForm.attempted(nothing, facts))).toEqual({
      total: 'Total Payment amount must be greater than $0.',
    });
  });

  it('never breaks, whatever was chosen', () => {
    fc.assert(
      fc.property(someSchedule, ({ facts: given, values }) => {
        const form = scheduleForm.attempted(scheduleForm.start(values, given), given);
        expect(form.problems.every(({ verdict }) => say(paymentWords, verdict) !== verdict.code)).toBe(true);
        expect(form.panel).toEqual(form.problems);
      }),
    );
  });
});

describe('the review step’s form (Y §4.4)', () => {
  const terms = (form: Form<{ terms: boolean }>, value: boolean) =>
    reviewForm.entered(form, { type: 'field.entered', field: 'terms', value }, null);
  const begun = reviewForm.start({ terms: false }, null);
  const SENTENCE =
    'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.';
  const said = (form: Form<{ terms: boolean }>) =>
    Object.values(form.errors).map((verdict) => say(paymentWords, verdict));

  it('without a tick shows field and panel on Submit, and a tick clears both', () => {
    const attempted = reviewForm.attempted(begun, null);
    expect(said(attempted)).toEqual([SENTENCE]);
    expect(attempted.panel.map(({ field }) => field)).toEqual(['terms']);
    const ticked = terms(attempted, true);
    expect(said(ticked)).toEqual([]);
    expect(ticked.panel).toEqual([]);
  });

  it('unticked after a tick shows the field’s message alone', () => {
    const unticked = terms(terms(begun, true), false);
    expect(said(unticked)).toEqual([SENTENCE]);
    expect(unticked.panel).toEqual([]);
  });
});
