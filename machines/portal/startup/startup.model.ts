/** Model of the startup (P §4, Startup), including failures that prevent it. */
import { sampleConfiguration, sampleFlags as flags, sampleNavigation as navigation } from '#domain/portal/samples.ts';
import { createLoadingModel } from '../../kit/expected-loading.ts';
import { startup } from './startup.machine.ts';

// Two different ids, so that a mix-up fails the test.
const configuration = { ...sampleConfiguration, clientId: 7, applicationId: 3 };
const OPENING = ['Larkfield', 'Opening the site', 'One moment…'];
const NOT_OPENED = "The site couldn't be opened";

const model = createLoadingModel(startup, {
  inputs: { anyone: {} },
  canBeRetried: true,
  parts: {
    staticFiles: {
      answers: { 'as they should be': { configuration, flags, icons: {}, navigation } },
      failures: {
        'a wrong configuration': { kind: 'unreadable', detail: 'config.json: idleSeconds must be positive' },
      },
    },
    contentVersion: {
      after: 'staticFiles',
      request: { params: { clientId: '7', appId: '3' } },
      answers: { 'two versions': { versionContent: '12', versionLoanInfoContent: '34' } },
      default: { versionContent: '', versionLoanInfoContent: '' },
    },
    buildVersion: { after: 'staticFiles', answers: { 'a version': '0.1.0', 'no version': '' }, default: '' },
    clockDifference: { after: 'staticFiles', answers: { 'the server is a minute ahead': 60_000 }, default: 0 },
  },
});

export default {
  ...model,
  title: 'Startup',
  place: 'every page',
  events: [
    {
      event: { type: 'retry.requested' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: { in: 'couldNotLoad', ...model.inputs['anyone']?.then, hides: [NOT_OPENED] },
    },
  ],
  screens: {
    loadingParts: OPENING,
    couldNotLoad: [
      NOT_OPENED,
      'Sorry, there’s been a problem.',
      "Part of this site didn't load. Your account isn't affected.",
      'Try again',
    ],
  },
  claims: {
    ...model.claims,
    'no request to the server starts before the configuration has loaded': {
      reaching: ({ waitingFor }) => waitingFor.some((part) => part !== 'staticFiles'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'as they should be',
      brokenBy: 'loadingParts.buildVersion: starts in asking',
    },
    'the portal does not start without its configuration': {
      reaching: ({ isIn }) => isIn('everythingLoaded'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'as they should be',
      brokenBy: 'anywhere: starts in everythingLoaded',
    },
    'a startup that failed has a failure to log': {
      never: ({ isIn, context }) => isIn('couldNotLoad') && context.failure === null,
      brokenBy: 'loadingParts.staticFiles.asking -> staticFiles error: action setFailure removed',
    },
  },
} satisfies typeof model;
