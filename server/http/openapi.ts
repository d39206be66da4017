/** The API's own description, made from the list of calls: OpenAPI 3.1. Nothing in it is written twice. */
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { PlainDateFromWire } from '#domain/calendar.ts';
import { BODY_LIMIT, type CallSpec, type Caller, FilePart, Problem, TIME_LIMITS } from '#domain/call.ts';
import { MoneyFromWire } from '#domain/money.ts';
import { FIRST_ANSWERS_TYPE, FIRST_READS, FirstAnswer } from '#domain/portal/document.ts';
import { EffectiveDate } from '#domain/payments/shapes.ts';
import { IdempotencyKey } from '#domain/submission.ts';
import { READS_LIMITS } from './first-reads.ts';
import { API_BASE } from './routes.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}
interface Media {
  readonly [type: string]: { readonly schema: JsonSchema };
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Media };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly headers?: typeof RETRY_AFTER; readonly content: Media }>
  >;
}
export type OpenApi = ReturnType<typeof describeApi>;

/** Shapes whose rules a JSON schema cannot express; they are described by their wire form. */
const WIRE_FORMS = new Map<unknown, JsonSchema>([
  [MoneyFromWire, { type: 'number', multipleOf: 0.01, description: 'US dollars with at most two decimals' }],
  [PlainDateFromWire, { type: 'string', format: 'date' }],
  [FilePart, { type: 'string', format: 'binary' }],
  [EffectiveDate, { type: 'string', format: 'date-time', description: 'A day, as midnight UTC' }],
]);

/** The wire form of a shape as a JSON schema. */
export function schemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, ...converted } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema }) => WIRE_FORMS.get(valibotSchema),
  });
  return converted;
}

function parametersOf(schema: v.GenericSchema | undefined, place: 'path' | 'query'): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: typeof property === 'boolean' ? {} : property,
  }));
}

const keyHeader: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A random UUID. The same key and body again give the first answer and act only once.',
  schema: schemaOf(IdempotencyKey),
};

const CALLERS: Readonly<Record<Caller, string>> = {
  public: 'anyone, without logging in',
  borrower: 'the borrower',
  payer: 'an authorized payer on the borrower’s behalf',
};

function limitOf({ body, bodyLimit = BODY_LIMIT, multipart }: CallSpec): string {
  if (multipart !== undefined)
    return ` The file has at most ${multipart.fileLimit} bytes; the configuration may allow less.`;
  return body === undefined ? '' : ` The body has at most ${bodyLimit} bytes.`;
}

/** The type of a call's body. */
const bodyTypeOf = ({ multipart }: CallSpec): string =>
  multipart === undefined ? 'application/json' : 'multipart/form-data';
const descriptionOf = (call: CallSpec): string =>
  `For ${call.access.map((caller) => CALLERS[caller]).join(' and ')}. ` +
  `Wait for an answer for up to ${TIME_LIMITS[call.timeLimit] / 1000} seconds.` +
  limitOf(call);

const REFUSALS: Readonly<Record<string, string>> = {
  400: 'The address, a header or the form of the body is wrong',
  401: 'There is no valid access token',
  403: 'Not for this kind of caller',
  404: 'There is no such thing, or it belongs to somebody else',
  409: 'The request contradicts what is stored, or its key was used for another one',
  413: 'The body is too large',
  415: 'The body is not of the type that is expected',
  422: 'A rule refuses what was entered; `fields` says which and why',
  429: 'It was tried too often; `Retry-After` says after how many seconds it may be tried again',
  500: 'Something went wrong on the server’s side',
  503: 'The access token could not be checked, the records not be reached, or too many others ask for the same; try again a little later; of a write it is not known whether it was done',
};

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } },
} as const;

const problem = (description: string, headers?: typeof RETRY_AFTER) => ({
  description,
  ...(headers !== undefined && { headers }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** The refusals of a limited call that say when to try again. */
const RETRIED = new Set([429, 503]);

function refusalsOf(call: CallSpec): number[] {
  const signedIn = call.access.includes('public') ? [] : [401, 403];
  const isNamed = call.params !== undefined || call.query !== undefined || call.rows !== undefined;
  const named = isNamed ? [404] : [];
  const sent = call.body === undefined ? [] : [413, 415, 422];
  const limited = call.limited === true ? [429] : [];
  return [400, ...signedIn, ...named, ...(call.method === 'GET' ? [] : [409]), ...sent, ...limited, 500, 503];
}

/** What a call answers: JSON, or a file. */
const contentOf = ({ answersFile, response }: CallSpec): Media =>
  answersFile === undefined
    ? { 'application/json': { schema: schemaOf(response) } }
    : Object.fromEntries(answersFile.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

function operationOf(call: CallSpec): Operation {
  return {
    operationId: call.id,
    tags: [call.id.split('.')[0] ?? ''],
    summary: call.summary,
    description: descriptionOf(call),
    security: call.access.includes('public') ? [] : [{ signIn: ['openid'] }],
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(call.idempotent === true ? [keyHeader] : []),
    ],
    ...(call.body === undefined
      ? {}
      : { requestBody: { required: true, content: { [bodyTypeOf(call)]: { schema: schemaOf(call.body) } } } }),
    responses: {
      200: { description: 'The answer', content: contentOf(call) },
      ...Object.fromEntries(
        refusalsOf(call).map((status) => [
          status,
          problem(REFUSALS[status] ?? '', call.limited === true && RETRIED.has(status) ? RETRY_AFTER : undefined),
        ]),
      ),
    },
  };
}

/** Several reads in one request: it is none of the calls, but asks for them (`first-reads.ts`). */
const firstReads: Operation = {
  operationId: 'portal.firstReads',
  tags: ['portal'],
  summary: 'Several reads at once',
  description:
    'For anyone who may make the reads. Each is answered as if it were asked for alone, as a line of JSON as soon as it is there. ' +
    `Wait for an answer for up to ${TIME_LIMITS.read / 1000} seconds.`,
  security: [{ signIn: ['openid'] }],
  parameters: [
    {
      name: 'reads',
      in: 'query',
      required: true,
      description:
        'Lists of addresses below the base of the API, as JSON, of reads with which a page of the portal begins. Those of a list are ' +
        'asked for one after the other, for as long ' +
        'as none is refused.',
      schema: { type: 'string', maxLength: READS_LIMITS.length, contentMediaType: 'application/json' },
    },
  ],
  responses: {
    200: { description: 'The answers', content: { [FIRST_ANSWERS_TYPE]: { schema: schemaOf(FirstAnswer) } } },
    400: problem(REFUSALS[400] ?? ''),
    500: problem(REFUSALS[500] ?? ''),
  },
};

function pathsOf(calls: readonly CallSpec[]): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = { [`${API_BASE}${FIRST_READS}`]: { get: firstReads } };
  for (const call of calls) {
    const path = `${API_BASE}${call.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return paths;
}

export interface ApiFacts {
  readonly calls: readonly CallSpec[];
  readonly servicer: string;
  readonly publicUrl: string;
  readonly issuer: string;
}

/** Describes the API as an OpenAPI 3.1 document. */
export const describeApi = ({ calls, servicer, publicUrl, issuer }: ApiFacts) => ({
  openapi: '3.1.0',
  info: {
    title: `${servicer}: borrower API`,
    version: '1',
    description: 'The calls of the borrower portal. Money is in dollars, dates are plain days.',
  },
  servers: [{ url: publicUrl }],
  tags: [...new Set(calls.map((call) => call.id.split('.')[0] ?? ''))].map((name) => ({ name })),
  paths: pathsOf(calls),
  components: {
    schemas: { Problem: schemaOf(Problem) },
    securitySchemes: {
      signIn: {
        type: 'openIdConnect',
        description: 'An access token from signing in, sent as `Authorization: Bearer`',
        openIdConnectUrl: `${issuer}/.well-known/openid-configuration`,
      },
    },
  },
});
