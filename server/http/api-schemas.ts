/**
 * The JSON schemas of the OpenAPI description. Each schema that an area exports from its `shapes.ts` becomes a named
 * component and is referenced with `$ref`.
 */
import { type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { PlainDateFromWire } from '#domain/calendar.ts';
import { FilePart, Problem } from '#domain/call.ts';
import { DollarsOnWire } from '#domain/money.ts';
import { EffectiveDate } from '#domain/payments/shapes.ts';
import { InitialResponse } from '#domain/portal/document.ts';
import * as access from '#domain/session/access/shapes.ts';
import * as accounts from '#domain/accounts/shapes.ts';
import * as applications from '#domain/applications/shapes.ts';
import * as banking from '#domain/payments/banking/shapes.ts';
import * as chat from '#domain/messages/chat/shapes.ts';
import * as contact from '#domain/profile/contact/shapes.ts';
import * as content from '#domain/portal/content/shapes.ts';
import * as credentials from '#domain/session/credentials/shapes.ts';
import * as deferment from '#domain/repayment/deferment/shapes.ts';
import * as demographics from '#domain/profile/demographics/shapes.ts';
import * as documents from '#domain/documents/shapes.ts';
import * as drafts from '#domain/portal/drafts/shapes.ts';
import * as emailUs from '#domain/messages/email-us/shapes.ts';
import * as forbearance from '#domain/repayment/forbearance/shapes.ts';
import * as identity from '#domain/session/identity/shapes.ts';
import * as inbox from '#domain/messages/inbox/shapes.ts';
import * as military from '#domain/repayment/military/shapes.ts';
import * as paperless from '#domain/messages/paperless/shapes.ts';
import * as payments from '#domain/payments/shapes.ts';
import * as portal from '#domain/portal/shapes.ts';
import * as postponementKinds from '#domain/postponement-kinds.ts';
import * as postponement from '#domain/repayment/postponement/shapes.ts';
import * as privacy from '#domain/profile/privacy/shapes.ts';

/** The schemas of each area. */
const AREAS: Readonly<Record<string, object>> = {
  access,
  accounts,
  applications,
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
  postponementKinds,
  privacy,
};

/** Schemas with rules that JSON Schema cannot express. The description contains their wire format. */
const WIRE_FORMS = new Map<unknown, JsonSchema>([
  [DollarsOnWire, { type: 'number' }],
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

/** Returns the wire format of `schema` as a self-contained JSON schema. */
export function toSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, ...converted } = toJsonSchema(schema, CONVERSION);
  return converted;
}

const Schema = v.custom<v.GenericSchema>(
  (value) => typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'schema',
);

/** The output of the conversion. Only its references are replaced afterwards. */
const Converted = v.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);

const capitalized = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);

/**
 * Returns the names of all named schemas. If two areas use a name for different schemas, the second name gets its area
 * as a prefix.
 */
function namedShapes(): Map<v.GenericSchema, string> {
  const names = new Map<v.GenericSchema, string>([
    [Problem, 'Problem'],
    [InitialResponse, 'InitialResponse'],
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

/** Returns the names of the components that `part` references. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' && typeof value === 'string' && value.startsWith(REFERENCE)
      ? [value.slice(REFERENCE.length)]
      : namesIn(value),
  );
}

/** The JSON schemas of one OpenAPI description. */
export class ApiSchemas {
  readonly #names = namedShapes();
  readonly #converted: Readonly<Record<string, JsonSchema>>;
  /** Keys of the schemas without a name. Keys start with `(`. */
  readonly #keys = new Map<v.GenericSchema, string>();

  /** Converts the named schemas and `schemas` in one pass, so that each is converted once. */
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

  /**
   * Returns `schema` with all its properties; nested named schemas are references. Throws if `schema` was not
   * converted.
   */
  whole(schema: v.GenericSchema): JsonSchema {
    const found = this.#converted[this.#names.get(schema) ?? this.#keys.get(schema) ?? ''];
    if (found === undefined) throw new Error('This schema is not in the OpenAPI document');
    return v.parse(Converted, this.#withoutKeys(found));
  }

  /** Returns a reference for a named schema, and the full schema otherwise. */
  of(schema: v.GenericSchema): JsonSchema {
    const name = this.#names.get(schema);
    return name === undefined ? this.whole(schema) : { $ref: `${REFERENCE}${name}` };
  }

  /** Inlines references to schemas without a name. */
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

  /** Returns the named schemas that `part` references directly or indirectly, sorted by name. */
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
