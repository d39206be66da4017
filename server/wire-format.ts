/**
 * Encodes the results of handlers: amounts in dollars instead of cents, rates in percent instead of thousandths of a
 * percent, and only the keys of each object's schema. The encoding is compiled once from the Valibot schema of the format.
 * So a handler may return a row with more columns than the format: a column that is not in the schema is never sent.
 */
import * as v from 'valibot';
import { RateFromWire, percentOfRate } from '#domain/accounts/rate.ts';
import type { InCents } from '#domain/call.ts';
import { FileResponse } from '#domain/file.ts';
import { type Cents, DollarsOnWire, MoneyFromWire, dollarsFromCents } from '#domain/money.ts';

/**
 * The conversions of the values of one schema. Both drop keys that the schema does not have, and keep the order of the
 * others.
 */
export interface WireFormat<Wire> {
  /** Converts amounts to dollars, and rates to percent. */
  readonly encode: (answer: InCents<Wire>) => Wire;
  /** Converts amounts to cents, and rates to thousandths of a percent. */
  readonly decode: (wire: Wire) => InCents<Wire>;
}

type Convert = (value: unknown) => unknown;

/** A node of a schema tree. Its properties depend on its type. */
type Node = Readonly<Record<string, unknown>>;

const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null;

const toList = (part: unknown): readonly unknown[] => (Array.isArray(part) ? part : []);

const unchanged: Convert = (value) => value;

const isAmount = (value: unknown): value is Cents => typeof value === 'number';

function encodeAmount(value: unknown): unknown {
  if (!isAmount(value)) throw new TypeError('Expected an amount in cents');
  return dollarsFromCents(value);
}

/** The conversions of amounts and of rates. */
interface Units {
  readonly amount: Convert;
  readonly rate: Convert;
}

const ENCODED: Units = {
  amount: encodeAmount,
  rate: (value) => percentOfRate(v.parse(v.number(), value)),
};

const DECODED: Units = {
  amount: (value) => v.parse(MoneyFromWire, value),
  rate: (value) => v.parse(RateFromWire, value),
};

/** Converts the properties that the schema has, and drops all others. An object in which nothing changes is not copied. */
function convertProperties(conversions: ReadonlyMap<string, Convert>): Convert {
  const isCopied = [...conversions.values()].some((convert) => convert !== unchanged);
  return (value) => {
    if (!isNode(value)) return value;
    const keys = Object.keys(value);
    if (!isCopied && keys.every((key) => conversions.has(key))) return value;
    const converted: Record<string, unknown> = {};
    for (const key of keys) {
      const convert = conversions.get(key);
      const given = value[key];
      if (convert !== undefined && given !== undefined) converted[key] = convert(given);
    }
    return converted;
  };
}

/** Returns whether values of a schema contain neither amounts nor objects: texts, numbers and the like. */
const isScalar = (schema: unknown): boolean =>
  isNode(schema) &&
  (SCALARS.has(schema['type']) || (schema['type'] === 'union' && toList(schema['options']).every(isScalar)));

const SCALARS = new Set<unknown>(['string', 'number', 'boolean', 'literal', 'picklist', 'null']);

/**
 * Compiles the conversion of a schema. Throws for a schema that no format uses yet, such as a tuple or a union of objects.
 * Files, and values of the type unknown, as the draft of a form is, remain.
 */
function compile(schema: unknown, units: Units): Convert {
  if (schema === DollarsOnWire) return units.amount;
  if (schema === RateFromWire) return units.rate;
  const node: Node = isNode(schema) ? schema : {};
  const { type, pipe, wrapped, item, value: values, entries, options: choices, key: name } = node;
  const unsupported = new Error(`Values of the schema type ${String(type)} cannot be converted`);
  if (pipe !== undefined) {
    const [first, ...steps] = toList(pipe);
    const schemas = steps.filter((step) => isNode(step) && step['kind'] === 'schema');
    if (schemas.some((step) => compile(step, units) !== unchanged)) throw unsupported;
    return compile(first, units);
  }
  if (isScalar(schema) || type === 'unknown' || schema === FileResponse) return unchanged;
  switch (type) {
    case 'object':
    case 'strict_object': {
      const own = Object.entries(isNode(entries) ? entries : {});
      return convertProperties(new Map(own.map(([key, entry]) => [key, compile(entry, units)])));
    }
    case 'optional':
    case 'nullable': {
      const convert = compile(wrapped, units);
      if (convert === unchanged) return unchanged;
      return (value) => (value === null || value === undefined ? value : convert(value));
    }
    case 'array': {
      const convert = compile(item, units);
      return convert === unchanged ? unchanged : (value) => toList(value).map((each) => convert(each));
    }
    case 'record': {
      const convert = compile(values, units);
      if (convert === units.amount) throw unsupported;
      if (convert === unchanged) return unchanged;
      return (value) =>
        isNode(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, convert(each)])) : value;
    }
    case 'variant': {
      const key = String(name);
      const options = new Map<unknown, Convert>();
      for (const option of toList(choices)) {
        const entry = isNode(option) && isNode(option['entries']) ? option['entries'][key] : undefined;
        const keys = isNode(entry) ? [entry['literal'] ?? entry['options']].flat() : [undefined];
        if (keys.includes(undefined)) throw unsupported;
        const convert = compile(option, units);
        for (const each of keys) options.set(each, convert);
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
export function getWireFormat<Wire>(schema: v.GenericSchema<Wire, unknown>): WireFormat<Wire>;
export function getWireFormat(schema: v.GenericSchema): WireFormat<unknown> {
  const known = formats.get(schema);
  if (known !== undefined) return known;
  const format = {
    encode: compile(schema, ENCODED),
    decode: compile(schema, DECODED),
  };
  formats.set(schema, format);
  return format;
}

/** Parses a handler's result as its caller does, for rules that the server and the portal share. */
export const parseAnswer = <Wire, Parsed>(schema: v.GenericSchema<Wire, Parsed>, answer: InCents<Wire>): Parsed =>
  v.parse(schema, getWireFormat(schema).encode(answer));
