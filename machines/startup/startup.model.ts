/** How the portal starts (P §4, Startup), and what keeps it from starting. */
import type { CallFailure } from '#domain/call.ts';
import { type Answer, type Outcome, type Then, defineModel } from '../kit/model.ts';
import { sampleConfiguration, sampleFlags as flags, sampleNavigation as navigation } from '../kit/samples.ts';
import { type Started, startup } from './startup.machine.ts';

type Context = Partial<Started> & { readonly failure: CallFailure | null };

// Two ids that differ, so that one is not taken for the other.
const configuration = { ...sampleConfiguration, clientId: 7, applicationId: 3 };
const contentVersion = { versionContent: '12', versionLoanInfoContent: '34' };

/** What is asked for at the same time, each with the states in which its answer is awaited and known. */
const questions = {
  getContentVersion: {
    asking: 'askingTheServer.content.askingForContentVersion',
    known: 'askingTheServer.content.contentVersionKnown',
  },
  getBuildVersion: {
    asking: 'askingTheServer.build.askingForBuildVersion',
    known: 'askingTheServer.build.buildVersionKnown',
  },
  getClockDifference: {
    asking: 'askingTheServer.clock.askingForTime',
    known: 'askingTheServer.clock.timeKnown',
  },
};

/** The portal starts with the last of the three answers. */
const answered = (question: keyof typeof questions, answers: Answer, context: Partial<Started>): Outcome<Context> => {
  const others = Object.entries(questions).filter(([name]) => name !== question);
  return {
    ...answers,
    then: [
      { in: others.map(([, { asking }]) => asking), state: questions[question].known, context },
      { state: 'started', context },
    ],
  };
};

/** The failure is logged (P §8). */
const failedWith = (failure: CallFailure): Outcome<Context> => {
  const then: Then<Context> = {
    state: 'couldNotStart',
    context: { failure },
    emits: [{ type: 'startup.failed', failure }],
  };
  return { throws: failure, then };
};

const noAnswer = failedWith({ kind: 'noAnswer' });
const OPENING = ['Opening the site', 'One moment…'];

export default defineModel<typeof startup>({
  machine: startup,
  title: 'Startup',
  place: 'every page',
  inputs: {
    anyone: {
      input: {},
      then: { state: 'readingStaticFiles', context: { failure: null }, calls: { getStaticFiles: {} } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: {
        in: 'couldNotStart',
        state: 'readingStaticFiles',
        calls: { getStaticFiles: {} },
        hides: ['The site could not be opened'],
      },
    },
  ],
  outcomes: {
    getStaticFiles: {
      'as they should be': {
        answers: { configuration, flags, icons: {}, navigation },
        then: {
          state: Object.values(questions).map(({ asking }) => asking),
          context: { configuration, flags, icons: {}, navigation },
          calls: {
            getContentVersion: { params: { clientId: '7', appId: '3' } },
            getBuildVersion: {},
            getClockDifference: {},
          },
        },
      },
      'a wrong configuration': failedWith({ kind: 'unreadable', detail: 'config.json: idleSeconds must be positive' }),
    },
    getContentVersion: {
      'two versions': answered('getContentVersion', { answers: contentVersion }, { contentVersion }),
      'no answer': noAnswer,
    },
    getBuildVersion: {
      'a version': answered('getBuildVersion', { answers: '0.1.0' }, { buildVersion: '0.1.0' }),
      'no version': answered('getBuildVersion', { answers: '' }, { buildVersion: '' }),
      'no answer': noAnswer,
    },
    getClockDifference: {
      'the server is a minute ahead': answered('getClockDifference', { answers: 60_000 }, { clockDifference: 60_000 }),
      'no answer': noAnswer,
    },
  },
  screens: {
    readingStaticFiles: OPENING,
    askingTheServer: OPENING,
    couldNotStart: [
      'The site could not be opened',
      'Sorry, there’s been a problem.',
      'Something that this site needs did not arrive. Your account is not affected.',
      'Try again',
    ],
  },
  claims: {
    'nothing is asked of the server before the configuration is read': {
      reaching: (at) => at.isIn('askingTheServer'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'as they should be',
      brokenBy: 'anywhere: starts in askingTheServer',
    },
    "the portal never starts without the server's time": {
      reaching: (at) => at.isIn('started'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'the server is a minute ahead',
      brokenBy: 'askingTheServer.clock: starts in timeKnown',
    },
    'whoever cannot start has a failure that is logged': {
      never: ({ isIn, context }) => isIn('couldNotStart') && context.failure === null,
      brokenBy: 'readingStaticFiles -> getStaticFiles error: action keepFailure removed',
    },
  },
  facts: ({ failure }) => failure?.kind,
});
