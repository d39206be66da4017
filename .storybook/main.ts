import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-vitest'],
  staticDirs: ['../public', { from: '../docs/flows', to: '/diagrams' }],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
};

export default config;
