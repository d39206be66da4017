import type { Preview } from '@storybook/react-vite';
import { configure } from 'storybook/test';
import { IconProvider, type Icons } from '../src/ui/index.ts';
import '../src/ui/styles/index.scss';

// Long enough for a slow machine. Tests continue as soon as the element appears.
configure({ asyncUtilTimeout: 20_000 });

/** Loads the icons in the same way as the portal does at startup. */
async function loadIcons(): Promise<Icons> {
  const answer = await fetch(`${import.meta.env.BASE_URL}icons.json`);
  const icons: Icons = await answer.json();
  return icons;
}

const preview: Preview = {
  loaders: [async () => ({ icons: await loadIcons() })],
  decorators: [
    (Story, { loaded }) => (
      <IconProvider icons={loaded.icons}>
        <Story />
      </IconProvider>
    ),
  ],
  parameters: {
    layout: 'padded',
    // axe violations fail the story's test.
    a11y: { test: 'error' },
    viewport: {
      options: {
        narrow: { name: 'Narrow, 360', styles: { width: '360px', height: '780px' }, type: 'mobile' },
        tablet: { name: 'Tablet, 768', styles: { width: '768px', height: '1024px' }, type: 'tablet' },
        desktop: { name: 'Desktop, 1280', styles: { width: '1280px', height: '900px' }, type: 'desktop' },
      },
    },
    options: {
      storySort: {
        order: [
          'Start here',
          'Flows',
          'Pages',
          'Foundations',
          'Actions',
          'Forms',
          'Messages',
          'Data',
          'Layout',
          '*',
          'Around every page',
        ],
      },
    },
  },
};

export default preview;
