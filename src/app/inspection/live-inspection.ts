/**
 * Reports the activity of this tab's flows to the flow workbench in another tab: names of states and types of events,
 * nothing else.
 */
import { createInspector } from '@statelyai/inspect';
import { LIVE_CHANNEL } from 'xstate-workbench/model/live-key';
import { createLiveSender } from 'xstate-workbench/model/live-messages';
import { inspection } from './inspection.ts';

const channel = new BroadcastChannel(LIVE_CHANNEL);
const tab = `tab-${crypto.randomUUID()}`;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: only this origin hears it
const send = createLiveSender(tab, (message) => channel.postMessage(message));
const inspector = createInspector({ send });

inspection.inspect = (event) => inspector.inspect.next?.(event);
