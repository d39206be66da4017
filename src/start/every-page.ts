/** Code that nearly every page needs. It is in the portal's first file, so that no page needs a second request for it. */
export { resource } from '#machines/kit/resource.machine.ts';
export { Card, ContentCard, LinkList, SidebarLayout, Stack, Tabs, TaskList, TextLink } from '../ui/index.ts';
export { resourceViews } from '../views/kit/loading/resource-views.tsx';
export { lazyParts } from '../app/flow/lazy-parts.tsx';
