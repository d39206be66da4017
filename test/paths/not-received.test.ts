/**
 * The flows of applications with their real invoked machines, opened while an application is under way that never
 * arrived, or that the server has refused: the loaded facts decide about the step, as they do when the flow is opened
 * without it (ruling 4).
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
import type { FlowModel } from 'xstate-workbench/model';
import { describeState } from 'xstate-workbench/model/sentences';
import { ScriptedClock, ScriptedEffects, flush } from '#test/support/scripted.ts';
import { findOutcome } from '#test/support/walk.ts';

const UNDER_WAY = 'a borrower whose page was reloaded while the application was under way';

/** Outcome of each effect, by its source, and the model that has it. */
type Outcomes = Readonly<Record<string, readonly [FlowModel, string]>>;

/** Opens the flow while the application is under way, and answers its effects by their sources until none is left. */
async function openUnderWay(model: FlowModel, outcomes: Outcomes) {
  const effects = new ScriptedEffects(model.machine);
  const machine = effects.provide(model.machine, ['getFacts']);
  const actor = createActor(machine, { input: model.inputs[UNDER_WAY]?.input, clock: new ScriptedClock() });
  actor.start();
  await flush();
  const requested: string[] = [];
  for (;;) {
    const next = effects.pending.find(({ source }) => source in outcomes);
    const [of, outcome] = outcomes[next?.source ?? ''] ?? [];
    if (next === undefined || of === undefined || outcome === undefined) break;
    requested.push(next.source);
    await effects.settle({ source: next.source }, findOutcome(of, { source: next.source, outcome }));
  }
  expect(requested).toContain('settle');
  return actor.getSnapshot();
}

/** Answers about the outcome, and the notice above an application that can be submitted again. */
const ANSWERS = [
  ['it never arrived', { kind: 'nothingWasSent' }],
  ['it was refused', { kind: 'refused', reasons: [] }],
] as const;
const someGroups = [defermentApplicationModel, 'a group that it would cover, and one that it would not'] as const;
const noGroups = [defermentApplicationModel, 'no group that it would cover'] as const;
const estimates = [termModel, 'plans for loans on the standard plan'] as const;

describe.each(ANSWERS)('after the server says of an application that %s', (answer, notice) => {
  const settle = { settle: [submissionModel, answer] } as const;

  test.each<[string, string, FlowModel, Outcomes, string]>([
    ['deferment', 'the borrower may apply for none', defermentModel, { getGroups: noGroups }, 'noType'],
    ['deferment', 'an application is in process', defermentModel, { getGroups: someGroups }, 'leaving'],
    ['in-school deferment', 'no group would be postponed', inSchoolModel, {}, 'noGroups'],
    ['in-school deferment', 'the borrower may not have it', inSchoolModel, {}, 'notEligible'],
    ['military deferment', 'an application is in process', militaryModel, {}, 'leaving'],
    ['hardship forbearance', 'no loan can have it', hardshipModel, {}, 'landing.noEligibleLoans'],
    ['hardship forbearance', 'an application is in process', hardshipModel, {}, 'leaving'],
    ['term-based plan', 'an application is in process', termModel, { getEstimates: estimates }, 'leaving'],
  ])('%s, %s: the step is not shown', async (_, facts, model, more, state) => {
    const { value } = await openUnderWay(model, { getFacts: [model, facts], ...more, ...settle });
    expect(describeState(value)).toBe(state);
  });

  test('deferment: without a loan group, the application step says so', async () => {
    const { value, children } = await openUnderWay(defermentModel, {
      getFacts: [defermentModel, 'the borrower may apply for all three'],
      getGroups: noGroups,
      ...settle,
    });
    expect(describeState(value)).toBe('applying.entering');
    expect(children['apply']?.getSnapshot()).toMatchObject({ value: 'noGroups' });
  });

  test.each<[string, string, FlowModel, Outcomes, string]>([
    ['deferment', 'the borrower may apply for all three', defermentModel, { getGroups: someGroups }, 'applying'],
    ['in-school deferment', 'the school reports', inSchoolModel, {}, 'applying'],
    ['military deferment', 'loans are new enough for hostile pay', militaryModel, {}, 'selecting'],
    ['hardship forbearance', 'the borrower may apply', hardshipModel, {}, 'applying.making'],
    ['term-based plan', 'the question applies', termModel, { getEstimates: estimates }, 'applying'],
  ])('%s, %s: the step is shown with a notice', async (_, facts, model, more, step) => {
    const { value, children } = await openUnderWay(model, {
      getFacts: [model, facts] as const,
      ...more,
      ...settle,
    });
    expect(describeState(value)).toBe(`${step}.entering`);
    expect(children['apply']?.getSnapshot()).toMatchObject({ context: { key: null, notice } });
  });
});
