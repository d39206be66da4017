/**
 * Examples for the OpenAPI description. `npm run api-examples` makes each call as a demo borrower and records its
 * request and response in `api-examples.json`.
 */
import * as v from 'valibot';

const Text = v.record(v.string(), v.string());

const Examples = v.record(
  v.string(),
  v.object({
    params: v.optional(Text),
    query: v.optional(Text),
    body: v.optional(v.unknown()),
    answer: v.optional(v.unknown()),
  }),
);

/** Loads the examples, keyed by call id. The import is lazy because only the API description uses them. */
export async function loadApiExamples(): Promise<v.InferOutput<typeof Examples>> {
  const { default: examples } = await import('./api-examples.json');
  return v.parse(Examples, examples);
}
