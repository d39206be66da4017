/** Reading forms as browsers send them. */
import type { Context } from 'hono';
import { HttpProblem } from './problems.ts';

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** The fields of a form. Refuses what is no form (415), and one that cannot be read or was broken off (400). */
export async function readForm(c: Context) {
  if (!FORM.test(c.req.header('content-type') ?? '')) throw new HttpProblem(415, 'A form is expected.');
  try {
    return await c.req.parseBody({ all: true });
  } catch {
    throw new HttpProblem(400, 'The form cannot be read.');
  }
}
