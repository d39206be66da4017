import type { StorybookConfig } from '@storybook/react-vite';
import type { InlineConfig, Plugin, PluginOption } from 'vite';
import { withoutDescriptions } from '../tools/without-descriptions.ts';

/** The production build strips the descriptions from machines. Stories display them, so the plugin is removed here. */
const withDescriptions = (plugins: readonly PluginOption[] = []): PluginOption[] =>
  plugins.filter((plugin) => !(isPlugin(plugin) && plugin.name === withoutDescriptions().name));

const isPlugin = (plugin: PluginOption): plugin is Plugin =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin;

const config = {
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx', '../test/stories/*.stories.tsx'],
  addons: ['@storybook/addon-a11y'],
  staticDirs: [
    '../public',
    { from: '../docs/flows', to: '/diagrams' },
    { from: '../server/styles/fonts', to: '/sign-in-fonts' },
  ],
  viteFinal: (vite: InlineConfig) => ({ ...vite, plugins: withDescriptions(vite.plugins) }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
} satisfies StorybookConfig;

export default config;
