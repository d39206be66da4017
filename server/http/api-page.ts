/** Renders the OpenAPI description as an HTML page, without scripts or third-party resources. */
import type { JsonSchema } from '@valibot/to-json-schema';
import { html } from 'hono/html';
import type { Answer, OpenApi, Operation, Parameter, Reference } from './openapi.ts';

type Html = ReturnType<typeof html>;

const code = (value: unknown): Html => html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

const isReference = (part: object): part is Reference => '$ref' in part;

/** Returns the name of the referenced component: the last segment of the reference. */
const getName = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

const folded = (title: string, value: unknown, id = ''): Html | string =>
  value === undefined
    ? ''
    : html`<details ${id === '' ? '' : html`id="${id}"`}>
        <summary>${title}</summary>
        ${code(value)}
      </details>`;

/** Renders links to the schemas that a schema references. */
function shapeLinks(schema: unknown): Html | string {
  const names = [...JSON.stringify(schema ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  const unique = [...new Set(names)];
  if (unique.length === 0) return '';
  const links = unique.map((name) => html`<li><a href="#shape-${name}">${name}</a></li>`);
  return html`<ul aria-label="Shapes">
    ${links}
  </ul>`;
}

const formatType = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return getName({ $ref: schema.$ref });
  const { type, format, pattern } = schema;
  return [[type ?? 'any'].flat().join(' or '), format, pattern].filter((part) => part !== undefined).join(', ');
};

const parameters = (operationId: string, list: readonly Parameter[]): Html | string =>
  list.length === 0
    ? ''
    : html`<div class="wide" role="region" tabindex="0" aria-label="Parameters of ${operationId}">
        <table>
          <thead>
            <tr>
              <th scope="col">Parameter</th>
              <th scope="col">In</th>
              <th scope="col">Required</th>
              <th scope="col">Type</th>
              <th scope="col">Example</th>
            </tr>
          </thead>
          <tbody>
            ${list.map(
              (each) =>
                html`<tr>
                  <th scope="row"><code>${each.name}</code></th>
                  <td>${each.in}</td>
                  <td>${each.required ? 'yes' : 'no'}</td>
                  <td><code>${formatType(each.schema)}</code></td>
                  <td><code>${each.example ?? ''}</code></td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;

const refusals = (operationId: string, answers: readonly (readonly [string, Answer])[]): Html =>
  html`<details>
    <summary>Refusals of ${operationId}</summary>
    <dl>
      ${answers.map(
        ([status, { description }]) =>
          html`<dt>${status}</dt>
            <dd>${description}</dd>`,
      )}
    </dl>
  </details>`;

/** The shared components that an operation may reference. */
type Shared = Pick<OpenApi, 'components'>['components'];

function operation(path: string, method: string, each: Operation, shared: Shared): Html {
  const { operationId: id } = each;
  const answers = Object.entries(each.responses).map(([status, answer]): [string, Answer] => {
    const found = isReference(answer) ? shared.responses[getName(answer)] : answer;
    if (found === undefined) throw new Error(`${id} refers to a response that does not exist`);
    return [status, found];
  });
  const named = each.parameters.map((parameter) =>
    isReference(parameter) ? shared.parameters.IdempotencyKey : parameter,
  );
  const [body] = Object.values(each.requestBody?.content ?? {});
  const answer = answers.find(([status]) => status === '200')?.[1].content['application/json'];
  return html`<article id="${id}">
    <h3>${each.summary}</h3>
    <p class="address">
      <strong>${method.toUpperCase()}</strong>
      <code>${path}</code>
    </p>
    <p>${each.description}</p>
    ${parameters(id, named)} ${folded(`Body of ${id}`, body?.schema)} ${shapeLinks(body?.schema)}
    ${folded(`Example of a body of ${id}`, body?.example)} ${folded(`Answer of ${id}`, answer?.schema)}
    ${shapeLinks(answer?.schema)} ${folded(`Example of an answer of ${id}`, answer?.example)}
    ${refusals(
      id,
      answers.filter(([status]) => status !== '200'),
    )}
  </article>`;
}

const problems = ({ statuses, codes }: OpenApi['x-problems']): Html =>
  html`<section aria-labelledby="problems">
    <h2 id="problems">Refusals</h2>
    <p>
      A refusal is <code>application/problem+json</code> (RFC 9457). Its status and title say what kind it is;
      <code>fields</code> has a code for each field at fault.
    </p>
    <div class="wide" role="region" tabindex="0" aria-label="Statuses">
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Title</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(statuses).map(
            ([status, { title, meaning }]) =>
              html`<tr>
                <th scope="row">${status}</th>
                <td>${title}</td>
                <td>${meaning}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <div class="wide" role="region" tabindex="0" aria-label="Codes of fields">
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Calls of</th>
            <th scope="col">Message</th>
          </tr>
        </thead>
        <tbody>
          ${Object.entries(codes).map(
            ([name, { areas, message }]) =>
              html`<tr>
                <th scope="row"><code>${name}</code></th>
                <td>${areas.length === 0 ? 'every area' : areas.join(', ')}</td>
                <td>${message}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;

/** Renders the description of the API: its calls grouped by area, the shared schemas, and the error responses. */
export function apiPage({ info, tags, paths, components, 'x-problems': catalogue }: OpenApi, stylesheet: string): Html {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({ path, method, each })),
  );
  const areas = tags.map(({ name, description }) => ({
    name,
    description,
    calls: all.filter(({ each }) => each.tags.includes(name)),
  }));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <header>
          <h1>${info.title}</h1>
          <p>${info.description} <a href="/api/openapi.json">The same as OpenAPI 3.1</a></p>
        </header>
        <nav aria-label="Calls">
          <ul>
            ${areas.map(
              ({ name, calls }) =>
                html`<li>
                  <a href="#area-${name}">${name}</a>
                  <ul>
                    ${calls.map(
                      ({ each: { operationId: id, summary } }) => html`<li><a href="#${id}">${id}</a> ${summary}</li>`,
                    )}
                  </ul>
                </li>`,
            )}
            <li><a href="#shapes">Shapes</a></li>
            <li><a href="#problems">Refusals</a></li>
          </ul>
        </nav>
        <main>
          ${areas.map(
            ({ name, description, calls }) =>
              html`<section aria-labelledby="area-${name}">
                <h2 id="area-${name}">${name}</h2>
                ${description === undefined ? '' : html`<p>${description}</p>`}
                ${calls.map(({ path, method, each }) => operation(path, method, each, components))}
              </section>`,
          )}
          <section aria-labelledby="shapes">
            <h2 id="shapes">Shapes</h2>
            ${Object.entries(components.schemas).map(([name, schema]) => folded(name, schema, `shape-${name}`))}
          </section>
          ${problems(catalogue)}
        </main>
      </body>
    </html>`;
}
