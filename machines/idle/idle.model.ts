/** How somebody goes away, comes back, or does not. Twenty minutes without activity, then thirty seconds of warning. */
import { defineModel } from '../kit/model.ts';
import { idle } from './idle.machine.ts';

const minutes = (count: number) => count * 60_000;

export default defineModel<typeof idle>({
  machine: idle,
  inputs: {
    'somebody who is signed in': { idleSeconds: 1200, idleTimeout: 30 },
    'a warning of a second': { idleSeconds: 1200, idleTimeout: 1 },
  },
  events: [
    { event: { type: 'activity.noticed' } },
    { event: { type: 'check.wanted' } },
    { event: { type: 'stay.wanted' }, gesture: { action: 'click', role: 'button', name: 'Stay Logged In' } },
    { event: { type: 'logOut.wanted' }, gesture: { action: 'click', role: 'button', name: 'Log Out' } },
  ],
  outcomes: {
    measureIdleTime: {
      'active a moment ago': { answers: { idleFor: 400 } },
      'nothing for twenty minutes': { answers: { idleFor: minutes(20) } },
      'slept for hours': { answers: { idleFor: minutes(200) } },
      'cannot be measured': { throws: { kind: 'unreadable', detail: 'no storage' } },
    },
  },
  facts: ({ idleTimeout, secondsLeft }) => ({ idleTimeout, isLast: secondsLeft <= 1 }),
});
