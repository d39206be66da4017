/** The shared form logic: visibility of errors, the error panel, and values derived from other fields. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { paymentMessages } from '#domain/payments/messages.ts';
import { refuse, getMessage } from '#domain/issue.ts';
import type { Form } from '#machines/kit/form.ts';
import { createForm } from '#machines/kit/form-machine.ts';
import { reviewForm } from '#machines/payments/payflow/payflow.machine.ts';

/** A form for a guest: a name, a means of travel, the name of the car (only with a car), and a promise. */
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
const guestForm = createForm<Guest, House>({
  schema: ({ longestName }, { way }) => {
    const entries: Record<string, v.GenericSchema> = {
      name: v.pipe(required('name.required'), v.maxLength(longestName, refuse({ code: 'name.long', longestName }))),
    };
    if (way === 'car') entries['car'] = required('car.required');
    return v.looseObject({ ...entries, promise: v.literal(true, refuse({ code: 'promise.required' })) });
  },
  normalize: (field, value) => (field === 'name' && typeof value === 'string' ? value.trim() : value),
  deriveOnChange: (field, values) => (field === 'way' && values.way !== 'car' ? { ...values, car: '' } : values),
  validateOnChange: (field) => field === 'promise',
});

const HOUSE: House = { longestName: 5 };
const EMPTY: Guest = { name: '', way: 'foot', car: '', promise: false };
const start = guestForm.start(EMPTY, HOUSE);

const enter = (form: Form<Guest>, field: string, value: string | boolean) =>
  guestForm.changed(form, { type: 'field.changed', field, value }, HOUSE);
const leave = (form: Form<Guest>, field: string) => guestForm.left(form, { type: 'field.left', field }, HOUSE);
const attempt = (form: Form<Guest>) => guestForm.attempted(form, HOUSE);
const shown = (form: Form<Guest>) => Object.keys(form.errors);
const listed = (form: Form<Guest>) => form.panel.map(({ field }) => field);
const wrong = (form: Form<Guest>) => form.problems.map(({ field }) => field);

describe('an untouched form', () => {
  it('has problems but shows no errors', () => {
    expect(wrong(start)).toEqual(['name', 'promise']);
    expect(start).toMatchObject({ errors: {}, panel: [], touched: [], attempted: false });
    expect(guestForm.isComplete(start)).toBe(false);
  });

  it('is complete if all fields are valid, whether or not errors are shown', () => {
    expect(guestForm.isComplete(guestForm.start({ ...EMPTY, name: 'Ada', promise: true }, HOUSE))).toBe(true);
  });
});

describe('an error', () => {
  it('is not shown while its field is edited for the first time', () => {
    const typing = enter(enter(start, 'name', 'Adelaide'), 'name', '');
    expect(wrong(typing)).toContain('name');
    expect(shown(typing)).toEqual([]);
  });

  it('is shown after its field has lost focus, without the errors of other fields', () => {
    const left = leave(start, 'name');
    expect(left.errors).toEqual({ name: { code: 'name.required' } });
    expect(left.panel).toEqual([]);
  });

  it('is updated as the borrower continues typing', () => {
    const left = leave(start, 'name');
    const mended = enter(left, 'name', 'Ada');
    expect(mended.errors).toEqual({});
    expect(enter(mended, 'name', 'Adelaide').errors).toEqual({ name: { code: 'name.long', longestName: 5 } });
    expect(enter(mended, 'name', '').errors).toEqual({ name: { code: 'name.required' } });
  });

  it('is shown for every invalid field after an attempt to submit', () => {
    expect(shown(attempt(start))).toEqual(['name', 'promise']);
  });

  it('is shown immediately for a field that is validated on change', () => {
    const unticked = enter(enter(start, 'promise', true), 'promise', false);
    expect(unticked.errors).toEqual({ promise: { code: 'promise.required' } });
    expect(enter(unticked, 'promise', true).errors).toEqual({});
  });

  it('depends on the current facts', () => {
    const left = leave(enter(start, 'name', 'Adelaide'), 'name');
    expect(shown(left)).toEqual(['name']);
    const event = { type: 'field.changed', field: 'way', value: 'foot' } as const;
    expect(guestForm.changed(left, event, { longestName: 20 }).errors).toEqual({});
  });
});

describe('the error panel', () => {
  it('is empty before an attempt, even if fields were touched', () => {
    const touched = leave(leave(enter(start, 'promise', false), 'name'), 'promise');
    expect(shown(touched)).toEqual(['name', 'promise']);
    expect(listed(touched)).toEqual([]);
  });

  it('lists all errors after an attempt, in the order of the fields', () => {
    const form = attempt(enter(leave(leave(start, 'promise'), 'name'), 'way', 'car'));
    expect(listed(form)).toEqual(['name', 'car', 'promise']);
  });

  it('removes fixed errors and adds new ones', () => {
    const attempted = attempt(enter(start, 'way', 'car'));
    const one = enter(attempted, 'car', 'Bluebird');
    expect(listed(one)).toEqual(['name', 'promise']);
    const two = enter(one, 'name', 'Ada');
    expect(listed(two)).toEqual(['promise']);
    const all = enter(two, 'promise', true);
    expect(listed(all)).toEqual([]);
    expect(guestForm.isComplete(all)).toBe(true);
  });

  it('stays away after all errors were fixed, until another attempt', () => {
    const attempted = attempt(enter(enter(start, 'way', 'foot'), 'promise', true));
    const fixed = enter(attempted, 'name', 'Ada');
    const wrongAgain = enter(fixed, 'name', '');
    expect(listed(wrongAgain)).toEqual([]);
    // Beside its field, as that of each field that the attempt has shown.
    expect(shown(wrongAgain)).toEqual(['name']);
    expect(listed(attempt(wrongAgain))).toEqual(['name']);
  });

  it('does not list hidden fields', () => {
    const attempted = attempt(enter(start, 'way', 'car'));
    expect(listed(enter(attempted, 'way', 'foot'))).toEqual(['name', 'promise']);
  });
});

describe('a field that a change clears', () => {
  const withCar = leave(enter(enter(start, 'way', 'car'), 'car', 'Bluebird'), 'car');

  it('becomes untouched, so that its error is hidden again', () => {
    const walking = enter(withCar, 'way', 'foot');
    expect(walking.values).toEqual(EMPTY);
    expect(walking.touched).toEqual([]);
    const driving = enter(walking, 'way', 'car');
    expect(wrong(driving)).toContain('car');
    expect(shown(driving)).toEqual([]);
  });

  it('stays unchanged if its value does not change', () => {
    const named = leave(withCar, 'name');
    expect(enter(named, 'way', 'car').touched).toEqual(['car', 'name']);
    expect(enter(named, 'way', 'foot').touched).toEqual(['name']);
  });
});

describe('the function that derives values', () => {
  /** A counter that may decrease by at most the given number. */
  const seen: unknown[] = [];
  const counterForm = createForm<{ readonly count: string; readonly last: string }, { readonly most: number }>({
    schema: ({ most }) =>
      v.looseObject({
        count: v.pipe(
          v.string(),
          v.check((count) => Number(count) <= most, refuse({ code: 'many' })),
        ),
      }),
    deriveOnChange: (field, values, before, { most }) => {
      seen.push([field, values, before, most]);
      return { ...values, last: before.count };
    },
  });
  const begun = counterForm.start({ count: '1', last: '' }, { most: 5 });
  const count = (form: typeof begun, value: string, most: number) =>
    counterForm.changed(form, { type: 'field.changed', field: 'count', value }, { most });

  it('receives the field, the current and previous values, and the facts', () => {
    const two = count(begun, '2', 5);
    expect(two.values).toEqual({ count: '2', last: '1' });
    expect(count(two, '7', 6).values).toEqual({ count: '7', last: '2' });
    expect(seen).toEqual([
      ['count', { count: '2', last: '' }, { count: '1', last: '' }, 5],
      ['count', { count: '7', last: '1' }, { count: '2', last: '1' }, 6],
    ]);
  });

  it('is not called for an unknown field', () => {
    const before = seen.length;
    counterForm.changed(begun, { type: 'field.changed', field: 'other', value: 'x' }, { most: 5 });
    expect(seen).toHaveLength(before);
  });
});

describe('a form that is validated again', () => {
  const anew = (form: Form<Guest>, given: Partial<Guest>, longestName = 5) =>
    guestForm.revalidated(form, { ...form.values, ...given }, { longestName });

  it('has the given values and is validated with the given facts', () => {
    const named = anew(start, { name: ' Adelaide ', promise: true });
    expect(named.values).toEqual({ ...EMPTY, name: ' Adelaide ', promise: true });
    expect(wrong(named)).toEqual(['name']);
    expect(wrong(anew(named, {}, 20))).toEqual([]);
    expect(wrong(anew(named, {}, 3))).toEqual(['name']);
  });

  it('stays touched and attempted as before', () => {
    expect(shown(anew(start, { name: '' }))).toEqual([]);
    const left = leave(enter(start, 'name', 'Ada'), 'name');
    expect(shown(left)).toEqual([]);
    expect(anew(left, { name: 'Adelaide' }).errors).toEqual({ name: { code: 'name.long', longestName: 5 } });
    expect(anew(left, { name: 'Adelaide' }).touched).toEqual(['name']);
    const attempted = anew(attempt(start), { name: 'Ada', way: 'car' });
    expect(attempted.attempted).toBe(true);
    expect(listed(attempted)).toEqual(['car', 'promise']);
    expect(listed(anew(left, { name: '' }))).toEqual([]);
  });

  it('is equal to the same form if values and facts are the same', () => {
    for (const form of [start, attempt(start), leave(start, 'name')]) expect(anew(form, {})).toEqual(form);
  });
});

describe('leaving a field', () => {
  it('normalizes only the value of that field', () => {
    const typed = enter(enter(start, 'name', '  Ada '), 'car', ' B ');
    expect(leave(typed, 'name').values).toEqual({ ...EMPTY, name: 'Ada', car: ' B ' });
    expect(leave(typed, 'car').values).toEqual({ ...EMPTY, name: '  Ada ', car: ' B ' });
  });

  it('validates the normalized value', () => {
    const typed = enter(start, 'name', '  Adele  ');
    expect(wrong(typed)).toContain('name');
    expect(leave(typed, 'name').errors).toEqual({});
  });

  it('has no further effect the second time', () => {
    const once = leave(start, 'name');
    expect(leave(once, 'name')).toEqual(once);
  });
});

describe('a draft of the form', () => {
  const keeping = createForm<Guest, House>({ schema: () => v.looseObject({}), notStored: ['car', 'promise'] });

  it('has the values that differ from the first ones, and names the texts that it may not have', () => {
    const form = keeping.start({ name: 'Ann', way: 'car', car: 'Blue', promise: true }, HOUSE);
    expect(keeping.typed(form, EMPTY)).toEqual({ typed: { name: 'Ann', way: 'car' }, leftOut: ['car'] });
    expect(keeping.typed(keeping.start(EMPTY, HOUSE), EMPTY)).toEqual({ typed: {}, leftOut: [] });
  });

  it('restores the values of fields that the form still has, of the same kind', () => {
    const typed = { name: 'Ann', way: true, age: '7' };
    expect(keeping.restored(EMPTY, { typed })).toEqual({ ...EMPTY, name: 'Ann' });
    expect(keeping.restored(EMPTY, null)).toEqual(EMPTY);
  });
});

describe('an unknown field', () => {
  it.each(['nickname', '', 'toString', 'constructor', '__proto__', 'hasOwnProperty'])(
    '"%s" changes nothing',
    (field) => {
      expect(enter(start, field, 'x')).toEqual(start);
      expect(Object.keys(enter(start, field, 'x').values)).toEqual(Object.keys(EMPTY));
      expect(leave(start, field)).toEqual(start);
    },
  );
});

describe('for any sequence of events, the form', () => {
  const fields = ['name', 'way', 'car', 'promise', 'toString', 'nickname'];
  const step = fc.oneof(
    fc.record({
      type: fc.constant('field.changed' as const),
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
        : guestForm.changed(form, happened, HOUSE);

  it('shows only actual errors, lists all or none, and remembers an attempt until no problem is left', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let form = start;
        for (const happened of steps) {
          const before = form;
          form = after(form, happened);
          const problems = Object.fromEntries(form.problems.map(({ field, issue }) => [field, issue]));
          expect(problems).toMatchObject(form.errors);
          expect(shown(form).filter((field) => !form.attempted && !form.touched.includes(field))).toEqual([]);
          expect(shown(form)).toEqual(wrong(form).filter((field) => form.attempted || form.touched.includes(field)));
          expect(form.panel).toEqual(form.attempted ? form.problems : []);
          expect(form.attempted || !before.attempted || form.problems.length === 0).toBe(true);
          expect(new Set(form.touched).size).toBe(form.touched.length);
          expect(form.touched.filter((field) => !(field in EMPTY) || !Object.hasOwn(EMPTY, field))).toEqual([]);
          expect(Object.keys(form.values).sort()).toEqual(Object.keys(EMPTY).sort());
          expect(wrong(form)).toEqual(wrong(guestForm.start(form.values, HOUSE)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is not mutated', () => {
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

describe('the form of the review step (Y §4.4)', () => {
  const terms = (form: Form<{ terms: boolean }>, value: boolean) =>
    reviewForm.changed(form, { type: 'field.changed', field: 'terms', value }, null);
  const begun = reviewForm.start({ terms: false }, null);
  const SENTENCE =
    'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.';
  const getSentences = (form: Form<{ terms: boolean }>) =>
    Object.values(form.errors).map((issue) => getMessage(paymentMessages, issue));

  it('shows an error at the field and in the panel on Submit, and a tick clears both', () => {
    const attempted = reviewForm.attempted(begun, null);
    expect(getSentences(attempted)).toEqual([SENTENCE]);
    expect(attempted.panel.map(({ field }) => field)).toEqual(['terms']);
    const ticked = terms(attempted, true);
    expect(getSentences(ticked)).toEqual([]);
    expect(ticked.panel).toEqual([]);
  });

  it('shows an error only at the field if the borrower unticks it', () => {
    const unticked = terms(terms(begun, true), false);
    expect(getSentences(unticked)).toEqual([SENTENCE]);
    expect(unticked.panel).toEqual([]);
  });
});

describe('pasted text (ruling 109)', () => {
  interface Values {
    readonly routing: string;
    readonly password: string;
  }
  const exact = (field: string, selected: string) => v.literal(selected, refuse({ code: `${field}.wrong` }));
  const form = createForm<Values, null>({
    schema: () =>
      v.looseObject({ routing: exact('routing', '021000021'), password: exact('password', 'a\u00A0b\u200B') }),
  });
  const FRESH = form.start({ routing: '', password: '' }, null);

  it('is normalized before the rules, except in passwords', () => {
    const pasted = form.changed(
      form.changed(FRESH, { type: 'field.changed', field: 'routing', value: '0210\u200B00021' }, null),
      { type: 'field.changed', field: 'password', value: 'a\u00A0b\u200B' },
      null,
    );
    expect(pasted.problems).toEqual([]);
    expect(pasted.values).toEqual({ routing: '021000021', password: 'a\u00A0b\u200B' });
  });

  it('is normalized in values that the form starts with, once a field is left', () => {
    const started = form.start({ routing: '\uFEFF021000021', password: 'a\u00A0b\u200B' }, null);
    expect(started.problems).toEqual([]);
    const left = form.left(started, { type: 'field.left', field: 'routing' }, null);
    expect(left.values).toEqual({ routing: '021000021', password: 'a\u00A0b\u200B' });
  });
});
