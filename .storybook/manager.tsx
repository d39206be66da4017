/** Adds the Flow panel beside each story: the diagram of its flow with the current state. */
import { AddonPanel } from 'storybook/internal/components';
import { addons, types } from 'storybook/manager-api';
import { FlowPanel } from './flow-panel/FlowPanel.tsx';

addons.register('portal/flow', () => {
  addons.add('portal/flow/panel', {
    type: types.PANEL,
    title: 'Flow',
    render: ({ active = false }) => (
      <AddonPanel active={active}>
        <FlowPanel isOpen={active} channel={addons.getChannel()} />
      </AddonPanel>
    ),
  });
});
