/**
 * The schemas of the API's description. Every schema that an area exports from its `shapes.ts` has a name in it, so that the
 * description refers to it (`$ref`) wherever it is used, and has it once.
 */
import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { PlainDateFromWire } from '#domain/calendar.ts';
import { FilePart, Problem } from '#domain/call.ts';
import { MoneyFromWire } from '#domain/money.ts';
import { EffectiveDate } from '#domain/payments/shapes.ts';
import { FirstAnswer } from '#domain/portal/document.ts';
import * as access from '#domain/access/shapes.ts';
import * as accounts from '#domain/accounts/shapes.ts';
import * as banking from '#domain/banking/shapes.ts';
import * as chat from '#domain/chat/shapes.ts';
import * as contact from '#domain/contact/shapes.ts';
import * as content from '#domain/content/shapes.ts';
import * as credentials from '#domain/credentials/shapes.ts';
import * as deferment from '#domain/deferment/shapes.ts';
import * as demographics from '#domain/demographics/shapes.ts';
import * as documents from '#domain/documents/shapes.ts';
import * as drafts from '#domain/drafts/shapes.ts';
import * as emailUs from '#domain/email-us/shapes.ts';
import * as forbearance from '#domain/forbearance/shapes.ts';
import * as identity from '#domain/identity/shapes.ts';
import * as inbox from '#domain/inbox/shapes.ts';
import * as military from '#domain/military/shapes.ts';
import * as paperless from '#domain/paperless/shapes.ts';
import * as payments from '#domain/payments/shapes.ts';
import * as portal from '#domain/portal/shapes.ts';
import * as postponement from '#domain/postponement/shapes.ts';
import * as privacy from '#domain/privacy/shapes.ts';

/** The shapes of all areas, by the area. */
const AREAS: Readonly<Record<string, object>> = {
  access,
  accounts,
  banking,
  chat,
  contact,
  content,
  credentials,
  deferment,
  demographics,
  documents,
  drafts,
  emailUs,
  forbearance,
  identity,
  inbox,
  military,
  paperless,
  payments,
  portal,
  postponement,
  privacy,
};

/** Shapes whose rules a JSON schema cannot express; they are described by their wire form. */
const WIRE_FORMS = new Map<unknown, JsonSchema>([
  [MoneyFromWire, { type: 'number', multipleOf: 0.01, description: 'US dollars with at most two decimals' }],
  [PlainDateFromWire, { type: 'string', format: 'date' }],
  [FilePart, { type: 'string', format: 'binary' }],
  [EffectiveDate, { type: 'string', format: 'date-time', description: 'A day, as midnight UTC' }],
]);

const CONVERSION = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'ignore',
  overrideSchema: ({ valibotSchema }: { readonly valibotSchema: unknown }) => WIRE_FORMS.get(valibotSchema),
} as const;

/** Returns the wire form of a shape as a JSON schema that stands by itself. */
export function schemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, ...converted } = toJsonSchema(schema, CONVERSION);
  return converted;
}

const Schema = v.custom<v.GenericSchema>(
  (value) => typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'schema',
);

/** What the conversion gives; only its references are replaced. */
const Converted = v.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/** All shapes with a name. Of two areas with the same name for different shapes, the second has the area's before it. */
function namedShapes(): Map<v.GenericSchema, string> {
  const names = new Map<v.GenericSchema, string>([
    [Problem, 'Problem'],
    [FirstAnswer, 'FirstAnswer'],
  ]);
  const taken = new Set(names.values());
  for (const [area, shapes] of Object.entries(AREAS)) {
    for (const [name, shape] of Object.entries(shapes)) {
      if (!v.is(Schema, shape) || WIRE_FORMS.has(shape) || names.has(shape)) continue;
      const unique = taken.has(name) ? `${capitalized(area)}${name}` : name;
      names.set(shape, unique);
      taken.add(unique);
    }
  }
  return names;
}

const REFERENCE = '#/components/schemas/';

/** The names that a part of the description refers to. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(REFERENCE)
      ? [value.slice(REFERENCE.length)]
      : namesIn(value),
  );
}

/** The schemas of one description. */
export class ApiSchemas {
  readonly #names = namedShapes();
  readonly #converted: Readonly<Record<string, JsonSchema>>;
  /** The shapes that have no name, by the keys under which they were converted. */
  readonly #keys = new Map<v.GenericSchema, string>();

  /** Converts the named shapes and `schemas` together, so that each is converted once. */
  constructor(schemas: readonly v.GenericSchema[]) {
    for (const schema of schemas) {
      if (!this.#names.has(schema) && !this.#keys.has(schema)) this.#keys.set(schema, `(${this.#keys.size})`);
    }
    const definitions = Object.fromEntries([...this.#names, ...this.#keys].map(([schema, name]) => [name, schema]));
    this.#converted = toJsonSchemaDefs(definitions, {
      ...CONVERSION,
      overrideRef: ({ referenceId }) => `${REFERENCE}${referenceId}`,
    });
  }

  /** Returns a shape with all its properties; named shapes within it are references. Throws for one that was not converted. */
  whole(schema: v.GenericSchema): JsonSchema {
    const found = this.#converted[this.#names.get(schema) ?? this.#keys.get(schema) ?? ''];
    if (found === undefined) throw new Error('This schema is not part of the description');
    return v.parse(Converted, this.#withoutKeys(found));
  }

  /** Returns a shape as it stands in the description: a reference where it has a name. */
  of(schema: v.GenericSchema): JsonSchema {
    const name = this.#names.get(schema);
    return name === undefined ? this.whole(schema) : { $ref: `${REFERENCE}${name}` };
  }

  /** Replaces references to shapes without a name by the shapes. */
  #withoutKeys(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((each: unknown) => this.#withoutKeys(each));
    if (typeof part !== 'object' || part === null) return part;
    const reference: unknown = Reflect.get(part, '$ref');
    const key = typeof reference === 'string' ? reference.slice(REFERENCE.length) : '';
    const nameless = key.startsWith('(') ? this.#converted[key] : undefined;
    if (nameless !== undefined) return this.#withoutKeys(nameless);
    return Object.fromEntries(
      Object.entries(part).map(([name, value]: [string, unknown]) => [name, this.#withoutKeys(value)]),
    );
  }

  /** Returns the named schemas that `part` refers to, and those that they refer to, in the order of their names. */
  usedIn(part: unknown): Record<string, JsonSchema> {
    const used = new Map<string, JsonSchema>();
    const add = (name: string): void => {
      const schema = this.#converted[name];
      if (schema === undefined || used.has(name)) return;
      const whole = v.parse(Converted, this.#withoutKeys(schema));
      used.set(name, whole);
      for (const each of namesIn(whole)) add(each);
    };
    for (const name of namesIn(part)) add(name);
    return Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}
