/** Parses HTML form submissions. */
import type { Context } from 'hono';
import { HttpProblem } from './problems.ts';

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Returns the fields of a form. Throws 415 if the body is not a form, and 400 if it is malformed or incomplete. */
export async function readForm(c: Context) {
  if (!FORM.test(c.req.header('content-type') ?? '')) throw new HttpProblem(415, 'The body must be a form.');
  try {
    return await c.req.parseBody({ all: true });
  } catch {
    throw new HttpProblem(400, 'The form cannot be parsed.');
  }
}
