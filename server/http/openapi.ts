/** Generates the OpenAPI 3.1 description from the list of calls. */
import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { BODY_LIMIT, type CallSpec, type Caller, Problem, TIME_LIMITS } from '#domain/call.ts';
import { INITIAL_DATA_TYPE, INITIAL_DATA, InitialResponse } from '#domain/portal/document.ts';
import { IdempotencyKey } from '#domain/submission.ts';
import { ApiSchemas, toSchema } from './api-schemas.ts';
import { INITIAL_DATA_LIMITS } from './initial-data.ts';
import { STATUS_MEANINGS, problemCatalogue } from './problem-catalogue.ts';
import { API_BASE } from './routes.ts';

/** A recorded request and response of a demo borrower, in wire format (api-examples.json). */
export interface ApiExample {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  /** The JSON response. Undefined if the call responds with a file. */
  readonly answer?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: string;
}
/** A reference to a shared component. */
export interface Reference {
  readonly $ref: string;
}
interface Media {
  readonly [type: string]: { readonly schema: JsonSchema; readonly example?: unknown };
}
/** A response of an operation. */
export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content: Media;
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: true; readonly content: Media };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}
export type OpenApi = ReturnType<typeof describeApi>;

/** The schemas and examples for describing operations. */
interface Describing {
  readonly schemas: ApiSchemas;
  readonly examples: Readonly<Record<string, ApiExample>>;
}

const exampled = <Value>(example: Value | undefined): { example?: Value } => (example === undefined ? {} : { example });

function toParameters(
  { schemas }: Describing,
  schema: v.GenericSchema | undefined,
  place: 'path' | 'query',
  examples: Readonly<Record<string, string>> = {},
): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.whole(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: typeof property === 'boolean' ? {} : property,
    ...exampled(examples[name]),
  }));
}

/** Components that many operations share. */
const SHARED = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      description:
        'A random UUID. Repeating the same key and body returns the first response and has no further effect.',
      schema: toSchema(IdempotencyKey),
      example: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
    } satisfies Parameter,
  },
  headers: {
    RetryAfter: { description: 'Seconds', schema: { type: 'integer', minimum: 1 }, example: 60 },
  },
} as const;

const keyHeader: Reference = { $ref: '#/components/parameters/IdempotencyKey' };

const CALLERS: Readonly<Record<Caller, string>> = {
  public: 'anyone, without logging in',
  borrower: 'the borrower',
  payer: 'an authorized payer on the borrower’s behalf',
};

function formatLimit({ body, bodyLimit = BODY_LIMIT, multipart }: CallSpec): string {
  if (multipart !== undefined)
    return ` The file has at most ${multipart.fileLimit} bytes; the configuration may allow less.`;
  return body === undefined ? '' : ` The body has at most ${bodyLimit} bytes.`;
}

/** Returns the media type of a call's body. */
const getBodyType = ({ multipart }: CallSpec): string =>
  multipart === undefined ? 'application/json' : 'multipart/form-data';
const formatDescription = (call: CallSpec): string =>
  `For ${call.access.map((caller) => CALLERS[caller]).join(' and ')}. ` +
  `Client timeout: ${TIME_LIMITS[call.timeLimit] / 1000} seconds.` +
  formatLimit(call);

const problem = (status: number, headers?: Answer['headers']): Answer => ({
  description: STATUS_MEANINGS[status] ?? '',
  ...(headers !== undefined && { headers }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** The statuses of error responses. */
const REFUSED = [400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503] as const;

/** Error statuses that include `Retry-After` if the call has a rate limit. */
const RETRIED = new Set([429, 503]);
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

/**
 * Returns the shared error responses by name: `Problem404`, or `Problem503Limited` for responses with `Retry-After`.
 */
const problemResponses = (): Record<string, Answer> =>
  Object.fromEntries(
    REFUSED.flatMap((status): [string, Answer][] => [
      ...(status === 429 ? [] : [[`Problem${status}`, problem(status)] satisfies [string, Answer]]),
      ...(RETRIED.has(status)
        ? [[`Problem${status}Limited`, problem(status, RETRY_AFTER)] satisfies [string, Answer]]
        : []),
    ]),
  );

const refusal = (status: number, isLimited: boolean): Reference => ({
  $ref: `#/components/responses/Problem${status}${isLimited && RETRIED.has(status) ? 'Limited' : ''}`,
});

function listRefusals(call: CallSpec): number[] {
  const signedIn = call.access.includes('public') ? [] : [401, 403];
  const isNamed = call.params !== undefined || call.query !== undefined || call.rows !== undefined;
  const named = isNamed ? [404] : [];
  const sent = call.body === undefined ? [] : [413, 415, 422];
  const limited = call.limited === true ? [429] : [];
  return [400, ...signedIn, ...named, ...(call.method === 'GET' ? [] : [409]), ...sent, ...limited, 500, 503];
}

/** Returns the content of a call's response: JSON or a file. */
const toContent = ({ answersFile, response }: CallSpec, { schemas }: Describing, example?: ApiExample): Media =>
  answersFile === undefined
    ? { 'application/json': { schema: schemas.of(response), ...exampled(example?.answer) } }
    : Object.fromEntries(answersFile.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

/** Returns the area of a call, which is its tag. */
const getArea = ({ id }: CallSpec): string => id.split('.')[0] ?? '';

function toRequestBody(call: CallSpec, { schemas }: Describing, example?: ApiExample): Pick<Operation, 'requestBody'> {
  if (call.body === undefined) return {};
  const media = { schema: schemas.of(call.body), ...exampled(example?.body) };
  return { requestBody: { required: true, content: { [getBodyType(call)]: media } } };
}

function toOperation(call: CallSpec, describing: Describing): Operation {
  const example = describing.examples[call.id];
  return {
    operationId: call.id,
    tags: [getArea(call)],
    summary: call.summary,
    description: formatDescription(call),
    security: call.access.includes('public') ? [] : [{ signIn: ['openid'] }],
    parameters: [
      ...toParameters(describing, call.params, 'path', example?.params),
      ...toParameters(describing, call.query, 'query', example?.query),
      ...(call.idempotent === true ? [keyHeader] : []),
    ],
    ...toRequestBody(call, describing, example),
    responses: {
      200: { description: 'The response', content: toContent(call, describing, example) },
      ...Object.fromEntries(listRefusals(call).map((status) => [status, refusal(status, call.limited === true)])),
    },
  };
}

/** The operation of the batch endpoint (`initial-data.ts`), which is not in the list of calls. */
const initialReads = ({ schemas }: Describing): Operation => ({
  operationId: 'portal.initialData',
  tags: ['portal'],
  summary: 'Several reads at once',
  description:
    'For callers with access to the reads. Each response is the same as for a single request and is sent as a line of JSON when it completes. ' +
    `Client timeout: ${TIME_LIMITS.read / 1000} seconds.`,
  security: [{ signIn: ['openid'] }],
  parameters: [
    {
      name: 'reads',
      in: 'query',
      required: true,
      description:
        "JSON lists of URLs, relative to the base of the API, of a page's initial reads. The reads of a list run in sequence and stop at the first failure.",
      schema: { type: 'string', maxLength: INITIAL_DATA_LIMITS.length, contentMediaType: 'application/json' },
      example: '[["time/epoch"]]',
    },
  ],
  responses: {
    200: {
      description: 'The responses',
      content: {
        [INITIAL_DATA_TYPE]: {
          schema: schemas.of(InitialResponse),
          example: { address: 'time/epoch', status: 200, body: 1_793_631_600_000 },
        },
      },
    },
    400: refusal(400, false),
    500: refusal(500, false),
  },
});

function toPaths(calls: readonly CallSpec[], describing: Describing): Record<string, Record<string, Operation>> {
  const reads = { get: initialReads(describing) };
  const paths: Record<string, Record<string, Operation>> = { [`${API_BASE}${INITIAL_DATA}`]: reads };
  for (const call of calls) {
    const path = `${API_BASE}${call.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: toOperation(call, describing) };
  }
  return paths;
}

export interface ApiDeps {
  readonly calls: readonly CallSpec[];
  readonly servicer: string;
  readonly publicUrl: string;
  readonly issuer: string;
  /** Examples by call id. */
  readonly examples: Readonly<Record<string, ApiExample>>;
}

/** Descriptions of areas whose names do not explain them. */
const AREA_NOTES: Readonly<Record<string, string>> = {
  portal: 'Data that the portal needs at startup',
  content: 'Managed texts, lists and pages, and their search',
  access: 'Facts that determine page access',
  accounts: 'Loan accounts with their groups and loans',
  credentials: 'Registration, usernames and passwords',
  postponement: 'Shared calls of deferments and forbearance',
};

const listSchemas = (calls: readonly CallSpec[]): v.GenericSchema[] => [
  Problem,
  InitialResponse,
  ...calls.flatMap(({ params, query, body, response, answersFile }) =>
    [params, query, body, answersFile === undefined ? response : undefined].filter((each) => each !== undefined),
  ),
];

/** Returns the OpenAPI 3.1 description of the API. */
export function describeApi({ calls, servicer, publicUrl, issuer, examples }: ApiDeps) {
  const schemas = new ApiSchemas(listSchemas(calls));
  const paths = toPaths(calls, { schemas, examples });
  const responses = problemResponses();
  const areas = [...new Set(calls.map(getArea))];
  return {
    openapi: '3.1.0',
    info: {
      title: `${servicer}: borrower API`,
      version: '1',
      description: 'The calls of the borrower portal. Money is in dollars, dates are plain days.',
    },
    servers: [{ url: publicUrl }],
    tags: areas.map((name) => ({
      name,
      ...(AREA_NOTES[name] !== undefined && { description: AREA_NOTES[name] }),
    })),
    paths,
    components: {
      schemas: schemas.usedIn([paths, responses]),
      responses,
      ...SHARED,
      securitySchemes: {
        signIn: {
          type: 'openIdConnect',
          description: 'An access token from signing in, sent as `Authorization: Bearer`',
          openIdConnectUrl: `${issuer}/.well-known/openid-configuration`,
        },
      },
    },
    'x-problems': problemCatalogue(),
  };
}
