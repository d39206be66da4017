/** The flows that `npm run test:quick` walks after a change. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const Tool = v.object({ touchedFlows: v.function() });
const Flows = v.optional(v.array(v.string()));

const { touchedFlows } = v.parse(Tool, await import(pathToFileURL(resolve('tools/touched-flows.mjs')).href));
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n').filter(Boolean);
const touchedBy = (...changed: string[]) => v.parse(Flows, touchedFlows(changed, files));

test('a change to a machine or view affects its flow and the flows that invoke it', () => {
  expect(touchedBy('src/views/messages/inbox/views.tsx')).toEqual(['inbox']);
  expect(touchedBy('machines/payments/bank-account/bank-account.machine.ts')).toEqual([
    'bank-account',
    'payflow',
    'payment-method',
    'payment-methods',
  ]);
});

test('a change to a rule affects the flows that import it, directly or indirectly', () => {
  expect(touchedBy('domain/payments/cutoff.ts')).toEqual(expect.arrayContaining(['payflow', 'payment-schedule']));
  expect(touchedBy('domain/payments/cutoff.ts')).not.toContain('inbox');
  expect(touchedBy('machines/kit/form.ts')).toEqual(expect.arrayContaining(['contact-information', 'payflow']));
});

test('a change to shared UI affects all flows, a change to the server alone none', () => {
  expect(touchedBy('src/views/messages/inbox/views.tsx', 'src/ui/card/Card.tsx')).toBeUndefined();
  expect(touchedBy('test/support/stage.tsx')).toBeUndefined();
  expect(touchedBy('server/http/gate.ts')).toEqual([]);
});
