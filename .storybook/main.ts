import type { StorybookConfig } from '@storybook/react-vite';
import type { Indexer } from 'storybook/internal/types';
import type { InlineConfig, Plugin, PluginOption } from 'vite';
import { withoutDescriptions } from '../tools/without-descriptions.ts';
import { stateIndexer, stateStories } from './state-stories.ts';

/**
 * Plugins of the portal's build that stories do without: stories display the machines' descriptions, and the pages of
 * Storybook load more stylesheets than the portal.
 */
const ONLY_PORTAL = new Set([withoutDescriptions().name, 'imported-by-parts', 'checked-chunks']);

const withoutPortalPlugins = (plugins: readonly PluginOption[] = []): PluginOption[] =>
  plugins.filter((plugin) => !(isPlugin(plugin) && ONLY_PORTAL.has(plugin.name)));

const isPlugin = (plugin: PluginOption): plugin is Plugin =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin;

const config = {
  framework: '@storybook/react-vite',
  stories: ['../machines/*/*/*.model.ts', '../src/**/*.stories.tsx', '../test/stories/*.stories.tsx'],
  experimental_indexers: (others: Indexer[] = []) => [stateIndexer, ...others],
  addons: ['@storybook/addon-a11y'],
  staticDirs: [
    '../public',
    { from: '../docs/flows', to: '/diagrams' },
    { from: '../server/styles/fonts', to: '/sign-in-fonts' },
  ],
  viteFinal: (vite: InlineConfig) => ({ ...vite, plugins: [...withoutPortalPlugins(vite.plugins), stateStories()] }),
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
} satisfies StorybookConfig;

export default config;
