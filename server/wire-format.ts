/**
 * Converts the amounts of a wire format between cents and dollars. The conversion is compiled once from the format's
 * Valibot schema, so handlers return cents and no response contains them.
 */
import * as v from 'valibot';
import type { InCents } from '#domain/call.ts';
import { type Cents, DollarsOnWire, MoneyFromWire, dollarsFromCents } from '#domain/money.ts';

/** The conversions of the values of one schema. Everything but the amounts remains, as does the order of properties. */
export interface WireFormat<Wire> {
  /** Converts amounts to dollars. */
  readonly encode: (answer: InCents<Wire>) => Wire;
  /** Converts amounts to cents. */
  readonly decode: (wire: Wire) => InCents<Wire>;
}

type Convert = (value: unknown) => unknown;

/** A node of a schema tree. Its properties depend on its type. */
type Node = Readonly<Record<string, unknown>>;

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null;

const listOf = (part: unknown): readonly unknown[] => (Array.isArray(part) ? part : []);

/** Returns whether any part of a schema is money. A lazy schema could have any part. */
const hasMoney = (part: unknown): boolean =>
  part === DollarsOnWire || (isNode(part) && (part['type'] === 'lazy' || Object.values(part).some(hasMoney)));

const unchanged: Convert = (value) => value;

const isAmount = (value: unknown): value is Cents => typeof value === 'number';

function encodeAmount(value: unknown): unknown {
  if (!isAmount(value)) throw new TypeError('An amount in cents is expected');
  return dollarsFromCents(value);
}

const decodeAmount = (value: unknown): unknown => v.parse(MoneyFromWire, value);

/** Converts the properties that have a conversion. */
function convertProperties(value: unknown, conversions: readonly (readonly [string, Convert])[]): unknown {
  if (!isNode(value)) return value;
  const converted: Record<string, unknown> = { ...value };
  for (const [key, convert] of conversions) {
    const given = converted[key];
    if (given !== undefined) converted[key] = convert(given);
  }
  return converted;
}

/**
 * Compiles the conversion of a schema. Undefined for a schema without amounts, whose values remain. Throws if the
 * schema has an amount in a place that no format uses yet, such as a record or a union.
 */
function compile(schema: unknown, amount: Convert): Convert | undefined {
  if (schema === DollarsOnWire) return amount;
  if (!isNode(schema) || !hasMoney(schema)) return undefined;
  const { type, pipe } = schema;
  const unsupported = new Error(`Amounts in a schema of the type ${String(type)} cannot be converted`);
  const compilePart = (part: unknown): Convert => {
    const convert = compile(part, amount);
    if (convert === undefined) throw unsupported;
    return convert;
  };
  if (pipe !== undefined) {
    const [first, ...rest] = listOf(pipe);
    if (hasMoney(rest)) throw unsupported;
    return compilePart(first);
  }
  switch (type) {
    case 'object':
    case 'strict_object': {
      const { entries } = schema;
      const conversions = Object.entries(isNode(entries) ? entries : {}).flatMap(([key, entry]) => {
        const convert = compile(entry, amount);
        return convert === undefined ? [] : [[key, convert] as const];
      });
      return (value) => convertProperties(value, conversions);
    }
    case 'optional':
    case 'nullable': {
      const convert = compilePart(schema['wrapped']);
      return (value) => (value === null || value === undefined ? value : convert(value));
    }
    case 'array': {
      const convert = compilePart(schema['item']);
      return (value) => listOf(value).map((item) => convert(item));
    }
    case 'variant': {
      const key = String(schema['key']);
      const options = new Map<unknown, Convert>();
      for (const option of listOf(schema['options'])) {
        const entry = isNode(option) && isNode(option['entries']) ? option['entries'][key] : undefined;
        if (!isNode(entry) || entry['type'] !== 'literal') throw unsupported;
        options.set(entry['literal'], compile(option, amount) ?? unchanged);
      }
      return (value) => {
        const convert = isNode(value) ? options.get(value[key]) : undefined;
        if (convert === undefined) throw new TypeError(`The answer has an unknown ${key}`);
        return convert(value);
      };
    }
    default:
      throw unsupported;
  }
}

const formats = new WeakMap<v.GenericSchema, WireFormat<unknown>>();

/** Returns the conversions of a schema's values. Throws if the schema has an amount that cannot be converted. */
export function wireFormatOf<Wire>(schema: v.GenericSchema<Wire, unknown>): WireFormat<Wire>;
export function wireFormatOf(schema: v.GenericSchema): WireFormat<unknown> {
  const known = formats.get(schema);
  if (known !== undefined) return known;
  const format = {
    encode: compile(schema, encodeAmount) ?? unchanged,
    decode: compile(schema, decodeAmount) ?? unchanged,
  };
  formats.set(schema, format);
  return format;
}

/** Parses a handler's answer as its caller does, for rules that the server and the portal share. */
export const parseAnswer = <Wire, Parsed>(schema: v.GenericSchema<Wire, Parsed>, answer: InCents<Wire>): Parsed =>
  v.parse(schema, wireFormatOf(schema).encode(answer));
