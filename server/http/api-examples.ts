/** Examples for the OpenAPI description: each call's request and response, as a demo borrower (`tools/generated.mjs`). */
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { paths } from '../paths.ts';

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

/** Loads the examples, keyed by call id. There are none while `npm run dev` generates them. */
export async function loadApiExamples(): Promise<v.InferOutput<typeof Examples>> {
  const text = await readFile(paths.apiExamples, 'utf8').catch(() => '{}');
  return v.parse(Examples, JSON.parse(text));
}
