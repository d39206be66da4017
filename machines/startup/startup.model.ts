/** How the portal starts, and what keeps it from starting. */
import { defineModel } from '../kit/model.ts';
import {
  sampleConfiguration as configuration,
  sampleFlags as flags,
  sampleNavigation as navigation,
} from '../kit/samples.ts';
import { startup } from './startup.machine.ts';

const noAnswer = { throws: { kind: 'noAnswer' } };

export default defineModel<typeof startup>({
  machine: startup,
  inputs: { anyone: {} },
  events: [{ event: { type: 'retry.wanted' }, gesture: { action: 'click', role: 'button', name: 'Try again' } }],
  outcomes: {
    getStaticFiles: {
      'as they should be': { answers: { configuration, flags, icons: {}, navigation } },
      'a wrong configuration': { throws: { kind: 'unreadable', detail: 'config.json: idleSeconds must be positive' } },
    },
    getBuildVersion: { 'a version': { answers: '0.1.0' }, 'no answer': noAnswer },
    getContentVersion: {
      'two versions': { answers: { versionContent: '1', versionLoanInfoContent: '1' } },
      'no answer': noAnswer,
    },
    getClockDifference: { 'the server is a minute ahead': { answers: 60_000 }, 'no answer': noAnswer },
  },
  facts: () => null,
});
