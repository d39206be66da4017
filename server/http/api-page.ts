/** The API's description as a page to read: no script, nothing from elsewhere. */
import type { JsonSchema } from '@valibot/to-json-schema';
import { html } from 'hono/html';
import type { OpenApi, Operation, Parameter } from './openapi.ts';

type Html = ReturnType<typeof html>;

const code = (value: unknown): Html => html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

const shape = (title: string, schema: JsonSchema | undefined): Html | string =>
  schema === undefined
    ? ''
    : html`<details>
        <summary>${title}</summary>
        ${code(schema)}
      </details>`;

const typeOf = ({ type, format, pattern }: JsonSchema): string =>
  [[type ?? 'any'].flat().join(' or '), format, pattern].filter((part) => part !== undefined).join(', ');

const parameters = (operation: string, list: readonly Parameter[]): Html | string =>
  list.length === 0
    ? ''
    : html`<div class="wide" role="region" tabindex="0" aria-label="Parameters of ${operation}">
        <table>
          <thead>
            <tr>
              <th scope="col">Parameter</th>
              <th scope="col">In</th>
              <th scope="col">Required</th>
              <th scope="col">Type</th>
            </tr>
          </thead>
          <tbody>
            ${list.map(
              (each) =>
                html`<tr>
                  <th scope="row"><code>${each.name}</code></th>
                  <td>${each.in}</td>
                  <td>${each.required ? 'yes' : 'no'}</td>
                  <td><code>${typeOf(each.schema)}</code></td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;

const refusals = (operation: Operation): Html =>
  html`<details>
    <summary>Refusals of ${operation.operationId}</summary>
    <dl>
      ${Object.entries(operation.responses)
        .filter(([status]) => status !== '200')
        .map(
          ([status, { description }]) =>
            html`<dt>${status}</dt>
              <dd>${description}</dd>`,
        )}
    </dl>
  </details>`;

const operation = (path: string, method: string, each: Operation): Html =>
  html`<article id="${each.operationId}">
    <h3>${each.summary}</h3>
    <p class="address">
      <strong>${method.toUpperCase()}</strong>
      <code>${path}</code>
    </p>
    <p>${each.description}</p>
    ${parameters(each.operationId, each.parameters)}
    ${shape(`Body of ${each.operationId}`, each.requestBody?.content['application/json']?.schema)}
    ${shape(`Answer of ${each.operationId}`, each.responses['200']?.content['application/json']?.schema)}
    ${refusals(each)}
  </article>`;

/** The page for a description of the API. */
export function apiPage({ info, tags, paths }: OpenApi, stylesheet: string): Html {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({ path, method, each })),
  );
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
            ${all.map(({ each }) => html`<li><a href="#${each.operationId}">${each.operationId}</a></li>`)}
          </ul>
        </nav>
        <main>
          ${tags.map(
            ({ name }) =>
              html`<section aria-labelledby="area-${name}">
                <h2 id="area-${name}">${name}</h2>
                ${all
                  .filter(({ each }) => each.tags.includes(name))
                  .map(({ path, method, each }) => operation(path, method, each))}
              </section>`,
          )}
        </main>
      </body>
    </html>`;
}
