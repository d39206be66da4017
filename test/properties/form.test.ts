/** The one form pattern: when errors show, what the panel lists, and what else a change changes. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { paymentMessages } from '#domain/payments/messages.ts';
import { refuse, messageOf } from '#domain/issue.ts';
import type { Form } from '#machines/kit/form.ts';
import { createForm } from '#machines/kit/form-machine.ts';
import { reviewForm } from '#machines/payflow/payflow.machine.ts';

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

  it('of a field that is validated on change shows at once when it changes for the worse', () => {
    const unticked = enter(enter(start, 'promise', true), 'promise', false);
    expect(unticked.errors).toEqual({ promise: { code: 'promise.required' } });
    expect(enter(unticked, 'promise', true).errors).toEqual({});
  });

  it('is validated against the facts of the moment', () => {
    const left = leave(enter(start, 'name', 'Adelaide'), 'name');
    expect(shown(left)).toEqual(['name']);
    const event = { type: 'field.changed', field: 'way', value: 'foot' } as const;
    expect(guestForm.changed(left, event, { longestName: 20 }).errors).toEqual({});
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

describe('what follows may look', () => {
  /** A counter that never goes back by more than the house allows. */
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

  it('at the field, the values now and before, and the facts', () => {
    const two = count(begun, '2', 5);
    expect(two.values).toEqual({ count: '2', last: '1' });
    expect(count(two, '7', 6).values).toEqual({ count: '7', last: '2' });
    expect(seen).toEqual([
      ['count', { count: '2', last: '' }, { count: '1', last: '' }, 5],
      ['count', { count: '7', last: '1' }, { count: '2', last: '1' }, 6],
    ]);
  });

  it('not at a field that the form does not have', () => {
    const before = seen.length;
    counterForm.changed(begun, { type: 'field.changed', field: 'other', value: 'x' }, { most: 5 });
    expect(seen).toHaveLength(before);
  });
});

describe('a form validated anew', () => {
  const anew = (form: Form<Guest>, given: Partial<Guest>, longestName = 5) =>
    guestForm.revalidated(form, { ...form.values, ...given }, { longestName });

  it('has the values that it is given, as they are, and is validated against the facts that it is given', () => {
    const named = anew(start, { name: ' Adelaide ', promise: true });
    expect(named.values).toEqual({ ...EMPTY, name: ' Adelaide ', promise: true });
    expect(wrong(named)).toEqual(['name']);
    expect(wrong(anew(named, {}, 20))).toEqual([]);
    expect(wrong(anew(named, {}, 3))).toEqual(['name']);
  });

  it('has been touched and attempted as before: nothing shows that did not, and nothing is forgotten', () => {
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

  it('with the same values and facts is the same form', () => {
    for (const form of [start, attempt(start), leave(start, 'name')]) expect(anew(form, {})).toEqual(form);
  });
});

describe('leaving a field', () => {
  it('normalizes its value, and that of no other', () => {
    const typed = enter(enter(start, 'name', '  Ada '), 'car', ' B ');
    expect(leave(typed, 'name').values).toEqual({ ...EMPTY, name: 'Ada', car: ' B ' });
    expect(leave(typed, 'car').values).toEqual({ ...EMPTY, name: '  Ada ', car: ' B ' });
  });

  it('validates what was normalized', () => {
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

  it('it shows only what is wrong, lists all of it or nothing, and never forgets an attempt', () => {
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

describe('the review step’s form (Y §4.4)', () => {
  const terms = (form: Form<{ terms: boolean }>, value: boolean) =>
    reviewForm.changed(form, { type: 'field.changed', field: 'terms', value }, null);
  const begun = reviewForm.start({ terms: false }, null);
  const SENTENCE =
    'You are required to agree to the terms of the Payment Authorization and Insufficient Funds Statement.';
  const sentencesOf = (form: Form<{ terms: boolean }>) =>
    Object.values(form.errors).map((issue) => messageOf(paymentMessages, issue));

  it('without a tick shows field and panel on Submit, and a tick clears both', () => {
    const attempted = reviewForm.attempted(begun, null);
    expect(sentencesOf(attempted)).toEqual([SENTENCE]);
    expect(attempted.panel.map(({ field }) => field)).toEqual(['terms']);
    const ticked = terms(attempted, true);
    expect(sentencesOf(ticked)).toEqual([]);
    expect(ticked.panel).toEqual([]);
  });

  it('unticked after a tick shows the field’s message alone', () => {
    const unticked = terms(terms(begun, true), false);
    expect(sentencesOf(unticked)).toEqual([SENTENCE]);
    expect(unticked.panel).toEqual([]);
  });
});
