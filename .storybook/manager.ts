/** Adds the Flow panel beside each story: the diagram of its flow with the current state. */
import { createElement } from 'react';
import { addons, types } from 'storybook/manager-api';
import { FlowPanel } from './flow-panel/FlowPanel.ts';

addons.register('portal/flow', () => {
  addons.add('portal/flow/panel', {
    type: types.PANEL,
    title: 'Flow',
    render: ({ active = false }) =>
      active ? createElement(FlowPanel, { isOpen: active, channel: addons.getChannel() }) : null,
  });
});
