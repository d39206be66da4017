/** Amounts are cents in handlers and dollars on the wire, for every call whose response has amounts. */
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { RateFromWire } from '#domain/accounts/rate.ts';
import { type CallRequest, type CallResponse, type CallSent, defineCall } from '#domain/call.ts';
import { calls } from '#domain/api/calls.ts';
import { type Cents, type Dollars, MoneyFromWire, centsFromDollars, dollarsFromCents, toCents } from '#domain/money.ts';
import { loadApiExamples } from '#server/http/api-examples.ts';
import { getWireFormat } from '#server/wire-format.ts';

/** The texts and numbers of generated answers. Amounts are larger than all of these numbers. */
const TEXTS = ['', 'abc', 'E100200301', '021000021', '*****7265', '2026-11-20', '2026-11-20T00:00:00.000Z', 'STANDARD'];
const NUMBERS = [0, 1, 7, 6.53];
const SMALLEST = 1_000_000;

const Listed = v.looseObject({ kind: v.literal('schema'), type: v.string() });
type Listed = v.InferOutput<typeof Listed>;
const schemaIn = (part: unknown): Listed => v.parse(Listed, part);
const isSchema = v.custom<v.GenericSchema>((part) => v.is(Listed, part));

const accepted = (schema: Listed, values: readonly unknown[]) => {
  const fitting = values.filter((value) => v.is(v.parse(isSchema, schema), value));
  if (fitting.length === 0) throw new Error(`No value for ${schema.type}`);
  return fc.constantFrom(...fitting);
};

const Entries = v.record(v.string(), v.unknown());

const amounts = fc.integer({ min: SMALLEST, max: 2 ** 31 - 1 }).map(toCents);

/** Generates values of a response schema, with amounts in cents and rates in thousandths of a percent. */
function arbitraryAnswer(part: unknown): fc.Arbitrary<unknown> {
  if (part === MoneyFromWire) return amounts;
  if (part === RateFromWire) return fc.constantFrom(0, 1, 6530);
  const schema = schemaIn(part);
  if (Array.isArray(schema['pipe']) && schema['pipe'][0] === MoneyFromWire) return amounts;
  switch (schema.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return fc.record(
        Object.fromEntries(
          Object.entries(v.parse(Entries, schema['entries'])).map(([key, entry]) => [key, arbitraryAnswer(entry)]),
        ),
      );
    case 'optional':
      return fc.option(arbitraryAnswer(schema['wrapped']), { nil: undefined });
    case 'nullable':
      return fc.option(arbitraryAnswer(schema['wrapped']));
    case 'array':
      return fc.array(arbitraryAnswer(schema['item']), { maxLength: 2 });
    case 'record':
      return fc.dictionary(fc.constantFrom('a', 'b'), arbitraryAnswer(schema['value']));
    case 'variant':
    case 'union':
      return fc.oneof(...v.parse(v.array(v.unknown()), schema['options']).map(arbitraryAnswer));
    case 'literal':
      return fc.constant(schema['literal']);
    case 'picklist':
      return fc.constantFrom(...v.parse(v.array(v.unknown()), schema['options']));
    case 'boolean':
      return fc.boolean();
    case 'string':
      return accepted(schema, TEXTS);
    case 'number':
      return accepted(schema, NUMBERS);
    default:
      throw new Error(`No values of ${schema.type}`);
  }
}

/** Returns the numbers in a value that are amounts, in order. */
function amountsIn(value: unknown): number[] {
  if (typeof value === 'number') return value >= SMALLEST ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(amountsIn) : [];
}

const hasMoney = (part: unknown): boolean =>
  part === MoneyFromWire || (typeof part === 'object' && part !== null && Object.values(part).some(hasMoney));
const callsWithMoney = calls.filter(({ response }) => hasMoney(response));

/** Money in each place that a response uses, and a number that is none. */
const sample = defineCall({
  id: 'test.sample',
  method: 'POST',
  path: 'sample',
  summary: '',
  access: ['borrower'],
  timeLimit: 'read',
  body: v.object({ amount: MoneyFromWire }),
  response: v.object({
    amount: MoneyFromWire,
    maybe: v.optional(v.nullable(v.pipe(MoneyFromWire, v.minValue(toCents(0))))),
    days: v.array(v.object({ date: v.string(), amount: MoneyFromWire })),
    outcome: v.variant('kind', [
      v.object({ kind: v.literal('paid'), amount: MoneyFromWire }),
      v.object({ kind: v.literal('none') }),
    ]),
    count: v.number(),
  }),
});
type Sample = CallSent<typeof sample>;

describe('the types of amounts', () => {
  it('keep cents and dollars apart, and both from numbers', () => {
    expectTypeOf<Cents>().not.toExtend<Dollars>();
    expectTypeOf<Dollars>().not.toExtend<Cents>();
    expectTypeOf<number>().not.toExtend<Dollars>();
    expectTypeOf<number>().not.toExtend<Cents>();
    expectTypeOf<Cents>().not.toExtend<Parameters<typeof centsFromDollars>[0]>();
    expectTypeOf<Dollars>().not.toExtend<Parameters<typeof toCents>[0]>();
    expectTypeOf<Dollars>().not.toExtend<Parameters<typeof dollarsFromCents>[0]>();
    expectTypeOf<number>().toExtend<Parameters<typeof centsFromDollars>[0]>();
  });

  it('are dollars in a request, and cents for handlers and callers', () => {
    expectTypeOf<CallRequest<typeof sample>['body']['amount']>().toEqualTypeOf<Dollars>();
    expectTypeOf<Sample['amount']>().toEqualTypeOf<Cents>();
    expectTypeOf<CallResponse<typeof sample>['amount']>().toEqualTypeOf<Cents>();
    expectTypeOf<Sample['days'][number]['amount']>().toEqualTypeOf<Cents>();
    expectTypeOf<Sample['maybe']>().toEqualTypeOf<Cents | null | undefined>();
    expectTypeOf<Extract<Sample['outcome'], { kind: 'paid' }>['amount']>().toEqualTypeOf<Cents>();
  });

  it('are no other number of a response', () => {
    expectTypeOf<number>().toExtend<Sample['count']>();
    expectTypeOf<Cents>().not.toExtend<Sample['count']>();
    expectTypeOf<Dollars>().not.toExtend<Sample['count']>();
  });
});

describe('the wire format of a response', () => {
  it('has dollars for cents, and everything else unchanged in the same order', () => {
    const { encode } = getWireFormat(sample.response);
    const days = [{ date: '2026-11-20', amount: toCents(1) }];
    const answer = Object.freeze({
      count: 100,
      days,
      maybe: null,
      amount: toCents(-1_234),
      outcome: { kind: 'none' as const },
    });
    expect(JSON.stringify(encode(answer))).toBe(
      '{"count":100,"days":[{"date":"2026-11-20","amount":0.01}],"maybe":null,"amount":-12.34,"outcome":{"kind":"none"}}',
    );
    expect(answer.amount).toBe(-1_234);
    const paid = { count: 1, days: [], amount: toCents(0), outcome: { kind: 'paid' as const, amount: toCents(5) } };
    expect(encode(paid)).toEqual({ count: 1, days: [], amount: 0, outcome: { kind: 'paid', amount: 0.05 } });
  });

  it('has percent for thousandths of a percent', () => {
    const { encode, decode } = getWireFormat(v.object({ rate: v.nullable(RateFromWire), count: v.number() }));
    expect(encode({ rate: 6530, count: 6530 })).toEqual({ rate: 6.53, count: 6530 });
    expect(decode({ rate: 6.53, count: 6530 })).toEqual({ rate: 6530, count: 6530 });
    expect(encode({ rate: null, count: 1 })).toEqual({ rate: null, count: 1 });
  });

  it('has exactly the keys of its schema, in nested objects too, whatever columns a row has', () => {
    const row = { count: 1, days: [], maybe: null, amount: toCents(0), outcome: { kind: 'none' as const } };
    const wide = {
      ...row,
      ssn: 'secret',
      days: [{ date: '2026-11-20', amount: toCents(1), key: 9n }],
      outcome: { ...row.outcome, borrowerKey: 'secret' },
    };
    expect(getWireFormat(sample.response).encode(wide)).toEqual({
      count: 1,
      days: [{ date: '2026-11-20', amount: 0.01 }],
      maybe: null,
      amount: 0,
      outcome: { kind: 'none' },
    });
    const listed = v.object({ byId: v.record(v.string(), v.array(v.object({ id: v.string() }))) });
    const found = { byId: { a: [{ id: '1', secret: true }] } };
    expect(getWireFormat(listed).encode(found)).toEqual({ byId: { a: [{ id: '1' }] } });
  });

  it.each([
    ['a record', v.record(v.string(), MoneyFromWire)],
    ['a tuple', v.tuple([MoneyFromWire])],
    ['a union', v.union([MoneyFromWire, v.object({ amount: MoneyFromWire })])],
    ['a lazy schema', v.lazy(() => v.object({ amount: MoneyFromWire }))],
    ['the rest of an object', v.objectWithRest({ amount: MoneyFromWire }, MoneyFromWire)],
    ['a later step of a pipe', v.pipe(v.unknown(), MoneyFromWire)],
    ['a variant without a literal', v.variant('kind', [v.object({ kind: v.string(), amount: MoneyFromWire })])],
  ])('does not exist with money in %s, so that the server does not start', (_, schema) => {
    expect(() => getWireFormat(v.object({ inner: v.optional(v.array(schema)) }))).toThrow('cannot be converted');
  });

  it('throws for an amount that is not whole cents', () => {
    const { encode } = getWireFormat<unknown>(v.object({ amount: MoneyFromWire }));
    for (const amount of [12.34, Number.NaN, null, '12']) expect(() => encode({ amount })).toThrow(/cents/);
  });

  it.each(callsWithMoney)('of $id does not change the recorded example', async ({ id, response }) => {
    const answer = (await loadApiExamples())[id]?.answer;
    const { encode, decode } = getWireFormat(response);
    expect(v.is(response, answer)).toBe(true);
    expect(JSON.stringify(encode(decode(answer)))).toBe(JSON.stringify(answer));
  });

  it.each(callsWithMoney)('of $id is parsed to the same amounts', ({ response }) => {
    const { encode, decode } = getWireFormat(response);
    fc.assert(
      fc.property(arbitraryAnswer(response), (answer) => {
        const wire = encode(answer);
        const text = JSON.stringify(wire);
        const received: unknown = JSON.parse(text);
        expect(amountsIn(v.parse(response, received))).toEqual(amountsIn(answer));
        expect(decode(wire)).toEqual(answer);
        expect(JSON.stringify(encode(decode(received)))).toBe(text);
      }),
      { numRuns: 50 },
    );
  });
});
