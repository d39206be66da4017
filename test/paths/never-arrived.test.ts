/**
 * The flows of applications with their real invoked machines, opened while an application is under way that never
 * arrived: the loaded facts decide about the step, as they do when the flow is opened without it (ruling 4).
 */
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import defermentApplicationModel from '#machines/repayment/deferment/deferment-application.model.ts';
import defermentModel from '#machines/repayment/deferment/deferment.model.ts';
import hardshipModel from '#machines/repayment/hardship-forbearance/hardship-forbearance.model.ts';
import inSchoolModel from '#machines/repayment/in-school/in-school.model.ts';
import militaryModel from '#machines/repayment/military/military.model.ts';
import termModel from '#machines/repayment/term-repayment/term-repayment.model.ts';
import submissionModel from '#machines/kit/submission.model.ts';
import type { FlowModel } from '#machines/kit/model.ts';
import { describeState } from '#flows/simulation/sentences.ts';
import { ScriptedClock, ScriptedEffects, flush } from '#test/support/scripted.ts';
import { outcomeOf } from '#test/support/walk.ts';

const UNDER_WAY = 'a borrower whose page was reloaded while the application was under way';

/** Opens the flow while the application is under way, and answers its effects by their sources until none is left. */
async function openUnderWay(model: FlowModel, outcomes: Readonly<Record<string, readonly [FlowModel, string]>>) {
  const effects = new ScriptedEffects(model.machine);
  const machine = effects.provide(model.machine, ['getFacts']);
  const actor = createActor(machine, { input: model.inputs[UNDER_WAY]?.input, clock: new ScriptedClock() });
  actor.start();
  await flush();
  const asked: string[] = [];
  for (;;) {
    const next = effects.pending.find(({ source }) => source in outcomes);
    const [of, outcome] = outcomes[next?.source ?? ''] ?? [];
    if (next === undefined || of === undefined || outcome === undefined) break;
    asked.push(next.source);
    await effects.settle({ source: next.source }, outcomeOf(of, { source: next.source, outcome }));
  }
  expect(asked).toContain('settle');
  return actor.getSnapshot();
}

const neverArrived = { settle: [submissionModel, 'it never arrived'] } as const;
const someGroups = [defermentApplicationModel, 'a group that it would cover, and one that it would not'] as const;
const noGroups = [defermentApplicationModel, 'no group that it would cover'] as const;
const estimates = [termModel, 'plans for loans on the standard plan'] as const;

describe('after an application never arrived', () => {
  test.each<[string, FlowModel, string, Readonly<Record<string, readonly [FlowModel, string]>>, string]>([
    ['deferment', defermentModel, 'the borrower may apply for none', { getGroups: noGroups }, 'noType'],
    ['deferment', defermentModel, 'an application is in process', { getGroups: someGroups }, 'leaving'],
    ['in-school deferment', inSchoolModel, 'no group would be postponed', {}, 'noGroups'],
    ['in-school deferment', inSchoolModel, 'the borrower may not have it', {}, 'notEligible'],
    ['military deferment', militaryModel, 'an application is in process', {}, 'leaving'],
    ['hardship forbearance', hardshipModel, 'no loan can have it', {}, 'landing.noEligibleLoans'],
    ['hardship forbearance', hardshipModel, 'an application is in process', {}, 'leaving'],
    ['term-based plan', termModel, 'an application is in process', { getEstimates: estimates }, 'leaving'],
  ])('%s: if %3$s, the step is not shown', async (_, model, facts, more, state) => {
    const { value } = await openUnderWay(model, { getFacts: [model, facts], ...more, ...neverArrived });
    expect(describeState(value)).toBe(state);
  });

  test('deferment: without a loan group, the application step says so', async () => {
    const { value, children } = await openUnderWay(defermentModel, {
      getFacts: [defermentModel, 'the borrower may apply for all three'],
      getGroups: noGroups,
      ...neverArrived,
    });
    expect(describeState(value)).toBe('applying.entering');
    expect(children['apply']?.getSnapshot()).toMatchObject({ value: 'noGroups' });
  });

  test.each<[string, FlowModel, string, Readonly<Record<string, readonly [FlowModel, string]>>, string]>([
    ['deferment', defermentModel, 'the borrower may apply for all three', { getGroups: someGroups }, 'applying'],
    ['in-school deferment', inSchoolModel, 'the school reports', {}, 'applying'],
    ['military deferment', militaryModel, 'loans are new enough for hostile pay', {}, 'selecting'],
    ['hardship forbearance', hardshipModel, 'the borrower may apply', {}, 'applying.making'],
    ['term-based plan', termModel, 'the question is asked', { getEstimates: estimates }, 'applying'],
  ])('%s: the step is shown with the notice if the facts allow it', async (_, model, facts, more, step) => {
    const answers = { getFacts: [model, facts] as const, ...more, ...neverArrived };
    const { value, children } = await openUnderWay(model, answers);
    expect(describeState(value)).toBe(`${step}.entering`);
    expect(children['apply']?.getSnapshot()).toMatchObject({
      context: { key: null, notice: { kind: 'nothingWasSent' } },
    });
  });
});
