/** Model of loading a page's code, and of the failures (P §4, §8, ruling 3). */
import { defineModel } from '../../kit/model.ts';
import { pageCode } from './page-code.machine.ts';

const loads = { state: 'loadingCode', calls: { loadCode: { page: 'dashboard' } } };
const COULD_NOT_LOAD = "We couldn't load this page";
const missing = { state: 'codeMissing' };
const reloads = { state: 'reloading', context: { version: '0.2.0' }, calls: { reload: { version: '0.2.0' } } };

const deployed = { version: '0.2.0', isReloadedFor: false, isUnsaved: false };

export default defineModel<typeof pageCode>({
  machine: pageCode,
  title: 'Page Code',
  place: 'every page',
  inputs: {
    'a person who opens the dashboard': {
      input: { page: 'dashboard' },
      then: { ...loads, context: { page: 'dashboard', isRetrying: false, version: null } },
    },
  },
  events: [
    {
      event: { type: 'retry.wanted' },
      gesture: { action: 'click', role: 'button', name: 'Try again' },
      then: { in: 'codeMissing', ...loads, context: { isRetrying: true }, hides: [COULD_NOT_LOAD] },
    },
  ],
  outcomes: {
    loadCode: {
      'it arrives': { answers: undefined, then: { state: 'codeLoaded' } },
      'it does not arrive': {
        throws: { kind: 'noAnswer' },
        then: { state: 'findingRelease', calls: { findRelease: {} } },
      },
    },
    findRelease: {
      'a version without an earlier reload': { answers: deployed, then: reloads },
      'a version with an earlier reload': {
        answers: { ...deployed, isReloadedFor: true },
        then: [{ when: ({ isRetrying }) => isRetrying, ...reloads }, missing],
      },
      'something would be lost': {
        answers: { ...deployed, isUnsaved: true },
        then: [{ when: ({ isRetrying }) => isRetrying, ...reloads }, missing],
      },
      'the server is not reached': { answers: { ...deployed, version: null }, then: missing },
      'it cannot be found out': { throws: { kind: 'noAnswer' }, then: missing },
    },
    reload: {
      'the document goes': { answers: undefined, then: { state: 'left' } },
      'the browser refuses': { throws: { kind: 'noAnswer' }, then: missing },
    },
  },
  screens: {
    loadingCode: ['One moment…'],
    findingRelease: ['One moment…'],
    reloading: ['One moment…'],
    left: ['One moment…'],
    codeMissing: [
      COULD_NOT_LOAD,
      "Part of this site didn't load. You may be offline, or the site has just been updated. Nothing was changed.",
      'Try again',
      'Go to the home page',
    ],
    // The page itself is another flow.
    codeLoaded: [],
  },
  claims: {
    'the document does not reload while the server is unreachable': {
      never: ({ isIn, context }) => isIn('reloading') && context.version === null,
      brokenBy: 'guard canReload: always true',
    },
    'the version is requested only after the code failed to load': {
      reaching: ({ isIn }) => isIn('findingRelease'),
      needs: (by) => by.kind === 'outcome' && by.outcome === 'it does not arrive',
      brokenBy: 'anywhere: starts in findingRelease',
    },
  },
});
