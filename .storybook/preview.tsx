import type { Preview } from '@storybook/react-vite';
import icons from '../public/icons.json';
import { IconProvider } from '../src/ui/index.ts';
import '../src/ui/styles/index.scss';

const preview: Preview = {
  decorators: [
    (Story) => (
      <IconProvider icons={icons}>
        <Story />
      </IconProvider>
    ),
  ],
  parameters: {
    layout: 'padded',
    // What axe finds fails the story's test.
    a11y: { test: 'error' },
    viewport: {
      options: {
        narrow: { name: 'Narrow, 360', styles: { width: '360px', height: '780px' }, type: 'mobile' },
        desktop: { name: 'Desktop, 1280', styles: { width: '1280px', height: '900px' }, type: 'desktop' },
      },
    },
    options: { storySort: { order: ['Foundations', 'Actions', 'Forms', 'Messages', 'Data', 'Layout', '*'] } },
  },
};

export default preview;
