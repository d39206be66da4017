/** The consistency of the API description: references, examples, tags and the catalogue of problems. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { calls } from '#domain/api/calls.ts';
import type { CallSpec } from '#domain/call.ts';
import { loadApiExamples } from '#server/http/api-examples.ts';
import { type Answer, type Operation, type Reference, describeApi } from '#server/http/openapi.ts';
import { MESSAGES_OF_AREAS, problemCatalogue } from '#server/http/problem-catalogue.ts';

const examples = await loadApiExamples();
const facts = {
  calls,
  servicer: 'Larkfield',
  publicUrl: 'http://localhost:4400',
  issuer: 'http://localhost:4400/oidc',
};
const description = describeApi({ ...facts, examples });

interface Placed {
  readonly id: string;
  /** The operation's JSON pointer in the document. */
  readonly pointer: string;
  readonly operation: Operation;
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

const operations: Placed[] = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId,
    pointer: `#/paths/${escaped(path)}/${method}`,
    operation,
  })),
);

/** Returns all references in a part of the document with their locations. */
function referencesIn(part: unknown, place = '#'): { readonly place: string; readonly to: string }[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: [string, unknown]) =>
    key === '$ref' && typeof value === 'string'
      ? [{ place, to: value }]
      : referencesIn(value, `${place}/${escaped(key)}`),
  );
}

/** Resolves a JSON pointer. */
const at = (pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null
          ? Reflect.get(part, name.replaceAll('~1', '/').replaceAll('~0', '~'))
          : undefined,
      description,
    );

const isReference = (part: Answer | Reference): part is Reference => '$ref' in part;

describe('the references of the API description', () => {
  const references = referencesIn(JSON.parse(JSON.stringify(description)));

  it('all have a target', () => {
    expect(references.length).toBeGreaterThan(500);
    expect(references.filter(({ to }) => at(to) === undefined)).toEqual([]);
  });

  it('use every shared component', () => {
    const used = new Set(references.map(({ to }) => to));
    for (const kind of ['schemas', 'responses', 'parameters', 'headers'] as const) {
      for (const name of Object.keys(description.components[kind])) {
        expect(used, name).toContain(`#/components/${kind}/${name}`);
      }
    }
  });

  it('are used for every named schema instead of copies', () => {
    const { schemas } = description.components;
    const written = Object.values(schemas).map((schema) => JSON.stringify(schema));
    const text = JSON.stringify(description.paths);
    const large = written.filter((schema) => schema.length > 400);
    expect(large.length).toBeGreaterThan(10);
    expect(large.filter((schema) => text.includes(schema))).toEqual([]);
  });
});

describe('the examples of the API description', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(JSON.parse(JSON.stringify(description)) as object, 'api');
  const findErrors = (pointer: string, example: unknown): string | undefined => {
    const validate = ajv.compile({ $ref: `api${pointer}` });
    return validate(example) ? undefined : ajv.errorsText(validate.errors);
  };

  it('exist for exactly the existing calls (npm run generate)', () => {
    expect(Object.keys(examples).sort()).toEqual(calls.map(({ id }) => id).sort());
  });

  it.each(operations)("of $id match the description's schemas", ({ operation, pointer }) => {
    let count = 0;
    operation.parameters.forEach((parameter, index) => {
      if ('$ref' in parameter) return;
      if (parameter.required) expect(parameter.example, parameter.name).toBeDefined();
      if (parameter.example === undefined) return;
      count += 1;
      expect(findErrors(`${pointer}/parameters/${index}/schema`, parameter.example), parameter.name).toBeUndefined();
    });
    for (const [type, { example }] of Object.entries(operation.requestBody?.content ?? {})) {
      count += 1;
      expect(example, 'body').toBeDefined();
      expect(findErrors(`${pointer}/requestBody/content/${escaped(type)}/schema`, example)).toBeUndefined();
    }
    const answer = operation.responses['200'];
    if (answer === undefined || isReference(answer)) throw new Error('There is no answer');
    for (const [type, { example }] of Object.entries(answer.content)) {
      // Files have no example.
      if (!type.includes('json')) {
        count += 1;
        continue;
      }
      count += 1;
      expect(example, 'answer').toBeDefined();
      expect(findErrors(`${pointer}/responses/200/content/${escaped(type)}/schema`, example)).toBeUndefined();
    }
    expect(count).toBeGreaterThan(0);
  });

  it('are rejected if they are invalid', () => {
    const listed = operations.find(({ id }) => id === 'accounts.list');
    expect(findErrors(`${listed?.pointer}/responses/200/content/application~1json/schema`, {})).toContain('required');
  });

  it.each(calls.filter(({ multipart }) => multipart === undefined))(
    'of $id match the schemas that server and portal use',
    ({ id, params, query, body, response, answersFile }: CallSpec) => {
      const example = examples[id] ?? {};
      if (params !== undefined) expect(v.safeParse(params, example.params).issues).toBeUndefined();
      if (query !== undefined) expect(v.safeParse(query, example.query ?? {}).issues).toBeUndefined();
      if (body !== undefined) expect(v.safeParse(body, example.body).issues).toBeUndefined();
      if (answersFile === undefined) expect(v.safeParse(response, example.answer).issues).toBeUndefined();
    },
  );
});

describe('the tags of the API description', () => {
  it('contain every operation exactly once', () => {
    const areas = description.tags.map(({ name }) => name);
    for (const { id, operation } of operations) {
      expect(operation.tags, id).toHaveLength(1);
      expect(areas, id).toContain(operation.tags[0]);
    }
    expect(areas.filter((area) => !operations.some(({ operation }) => operation.tags.includes(area)))).toEqual([]);
  });
});

/** Returns the server's source code, without test endpoints and demo data. */
async function serverSources(): Promise<string> {
  const files = await readdir('server', { recursive: true });
  const handlerFiles = files.filter((file) => /^(?:http|service|portal|documents)\/.*\.ts$/.test(file));
  return (await Promise.all(handlerFiles.map((file) => readFile(join('server', file), 'utf8')))).join('\n');
}

describe('the catalogue of problems', () => {
  const catalogue = problemCatalogue();

  it('is part of the API description', () => {
    expect(description['x-problems']).toEqual(catalogue);
  });

  it('contains each status of a refused call', () => {
    const statuses = operations.flatMap(({ operation }) => Object.keys(operation.responses));
    for (const status of new Set(statuses)) if (status !== '200') expect(catalogue.statuses).toHaveProperty(status);
  });

  it('contains the messages of each area that the server imports messages from', async () => {
    const used = (await serverSources()).matchAll(
      /import \{[^}]*?\b(\w+Messages)\b[^}]*\} from '#domain\/(?:[\w-]+\/)*([\w-]+)\/[\w-]+\.ts'/g,
    );
    // The messages of `entryMessages` are not about fields and have no codes.
    const ofFields = [...used].filter(([, name]) => name !== 'entryMessages');
    const areas = ofFields.map(([, , area = '']) =>
      area.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
    expect(areas.length).toBeGreaterThan(5);
    for (const area of areas) expect(Object.keys(MESSAGES_OF_AREAS)).toContain(area);
  });

  it('contains each code that the server uses directly', async () => {
    const named = [...(await serverSources()).matchAll(/\bcode: '([a-z]\w*\.\w+)'/g)].map(([, code = '']) => code);
    expect(named.length).toBeGreaterThan(5);
    for (const code of named) expect(Object.keys(catalogue.codes)).toContain(code);
  });

  it('describes each code with its message and parameter names', () => {
    for (const [code, { message }] of Object.entries(catalogue.codes)) {
      expect(message.length, code).toBeGreaterThan(10);
      expect(message, code).not.toMatch(/NaN|undefined|2001|ie\/|object/);
    }
    expect(catalogue.codes['date.tooEarly']?.message).toBe('Payment date must be on or after {date}.');
    expect(catalogue.codes['password.tooShort']?.message).toContain('{min}');
  });
});
