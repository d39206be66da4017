import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-vitest'],
  staticDirs: ['../public'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // TypeScript 7 has no API for the other docgen.
  typescript: { reactDocgen: 'react-docgen' },
  viteFinal: (vite) => ({
    ...vite,
    css: {
      ...vite.css,
      preprocessorOptions: {
        scss: { loadPaths: ['node_modules/@uswds/uswds/packages'], quietDeps: true },
      },
    },
  }),
};

export default config;
