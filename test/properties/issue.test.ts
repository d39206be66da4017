/** How problems are told: of which field, and in whose words. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '#domain/issue.ts';

describe('problems', () => {
  it('of the whole stand in no field', () => {
    expect(problemsOf(v.string(), 3)).toEqual([
      { field: '', issue: { code: 'shape.wrong', detail: expect.stringContaining('string') as unknown } },
    ]);
  });

  it('whose words are JSON, but no issue, are told as they are', () => {
    const schema = v.object({
      a: v.pipe(
        v.string(),
        v.check(() => false, '{"b":1}'),
      ),
    });
    expect(problemsOf(schema, { a: 'x' })).toEqual([{ field: 'a', issue: { code: 'shape.wrong', detail: '{"b":1}' } }]);
  });
});
