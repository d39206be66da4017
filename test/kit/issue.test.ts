/** The conversion of validation errors to problems. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { findProblems } from '#domain/issue.ts';

describe('problems', () => {
  it('of the whole value have an empty field', () => {
    expect(findProblems(v.string(), 3)).toEqual([
      { field: '', issue: { code: 'shape.wrong', detail: expect.stringContaining('string') as unknown } },
    ]);
  });

  it('with a JSON message that is not an issue keep the message as detail', () => {
    const schema = v.object({
      a: v.pipe(
        v.string(),
        v.check(() => false, '{"b":1}'),
      ),
    });
    expect(findProblems(schema, { a: 'x' })).toEqual([
      { field: 'a', issue: { code: 'shape.wrong', detail: '{"b":1}' } },
    ]);
  });
});
