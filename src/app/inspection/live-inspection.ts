/** Reports the activity of this tab's flows to the flow workbench in another tab, with names only. */
import { createInspector } from '@statelyai/inspect';
import { LIVE_CHANNEL } from 'xstate-workbench/model/live-key';
import { type LiveMessage, createLiveSender, createRefusalSender } from 'xstate-workbench/model/live-messages';
import { inspection } from './inspection.ts';

const channel = new BroadcastChannel(LIVE_CHANNEL);
const tab = `tab-${crypto.randomUUID()}`;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: only this origin hears it
const post = (message: LiveMessage) => channel.postMessage(message);
const inspector = createInspector({ send: createLiveSender(tab, post) });
const sendRefusals = createRefusalSender(tab, post);

inspection.inspect = (event) => {
  sendRefusals(event);
  inspector.inspect.next?.(event);
};
