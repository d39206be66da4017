/** Specification of loading a page's code, and of the failures (P §4, §8, ruling 3). */
import { answers } from 'xstate-workbench/model';
import { noAnswer, spec, words } from '../../kit/spec.ts';
import { pageCode } from './page-code.machine.ts';

const { to, given, press } = words<typeof pageCode>();

const loads = { calls: { loadCode: { page: 'dashboard' } } };
const missing = to('codeMissing');
const reloads = to('reloading', { version: '0.2.0' }, { calls: { reload: { version: '0.2.0' } } });
/** The document reloads by itself once for each version, and only if nothing is lost. */
const onlyIfRequested = [given(({ isRetrying }) => isRetrying, reloads), missing];
const deployed = { version: '0.2.0', isReloadedFor: false, isUnsaved: false };

export default spec(pageCode, {
  title: 'Page Code',
  place: 'every page',
  starts: {
    'a person who opens the dashboard': [
      { page: 'dashboard' },
      to('loadingCode', { page: 'dashboard', isRetrying: false, version: null }, loads),
    ],
  },
  states: {
    loadingCode: {
      when: {
        loadCode: {
          'it arrives': [answers(undefined), to('codeLoaded')],
          'it does not arrive': [noAnswer, to('findingRelease', undefined, { calls: { findRelease: {} } })],
        },
      },
    },
    findingRelease: {
      when: {
        findRelease: {
          'a version without an earlier reload': [answers(deployed), reloads],
          'a version with an earlier reload': [answers({ ...deployed, isReloadedFor: true }), ...onlyIfRequested],
          'something would be lost': [answers({ ...deployed, isUnsaved: true }), ...onlyIfRequested],
          'the server is not reached': [answers({ ...deployed, version: null }), missing],
          'it cannot be found out': [noAnswer, missing],
        },
      },
    },
    reloading: {
      when: {
        reload: { 'the document goes': [answers(undefined), to('left')], 'the browser refuses': [noAnswer, missing] },
      },
    },
    codeMissing: {
      shows: [
        "We couldn't load this page",
        "Part of this site didn't load. You may be offline, or the site has just been updated. Nothing was changed.",
        'Try again',
        'Go to the home page',
      ],
      on: [press('Try again', 'retry.requested', to('loadingCode', { isRetrying: true }, loads))],
    },
  },
  several: [{ in: ['loadingCode', 'findingRelease', 'reloading', 'left'], shows: ['One moment…'] }],
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
