/**
 * The examples in the API's description. They are recorded: `npm run api-examples` makes each call as a demo borrower and writes
 * what was sent and answered into `api-examples.json`.
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

/** Loads the examples, by the id of their call. They are needed only when somebody reads the description. */
export async function loadApiExamples(): Promise<v.InferOutput<typeof Examples>> {
  const { default: examples } = await import('./api-examples.json');
  return v.parse(Examples, examples);
}
