/** The calls for managed content (P §7). */
import * as v from 'valibot';
import { defineCall } from '../../call.ts';
import {
  ContentItem,
  ContentKey,
  ContentList,
  ContentPage,
  ContentSection,
  PagePath,
  SearchResult,
  SearchTerm,
} from './shapes.ts';

/**
 * The content version that the caller expects. A response may be cached permanently if its URL contains the current version.
 */
const version = v.optional(v.pipe(v.string(), v.maxLength(64)));

export const content = {
  item: defineCall({
    id: 'content.item',
    method: 'GET',
    path: 'content/items/:section/:name',
    summary: 'Returns one managed text. The response may be cached permanently, because the address contains the version',
    access: ['public'],
    timeLimit: 'read',
    params: ContentKey,
    query: v.object({ version }),
    response: ContentItem,
  }),
  section: defineCall({
    id: 'content.section',
    method: 'GET',
    path: 'content/sections/:section',
    summary: 'Returns all managed texts of a section by name',
    access: ['public'],
    timeLimit: 'read',
    params: v.pick(ContentKey, ['section']),
    query: v.object({ version }),
    response: ContentSection,
  }),
  list: defineCall({
    id: 'content.list',
    method: 'GET',
    path: 'content/lists/:section/:name',
    summary: 'Returns one managed list, such as the banners on every page',
    access: ['public'],
    timeLimit: 'read',
    params: ContentKey,
    query: v.object({ version }),
    response: ContentList,
  }),
  page: defineCall({
    id: 'content.page',
    method: 'GET',
    path: 'content/pages',
    summary: 'Returns one static page. Its path is case-insensitive',
    access: ['public'],
    timeLimit: 'read',
    query: v.object({ path: PagePath, version }),
    response: ContentPage,
  }),
  search: defineCall({
    id: 'content.search',
    method: 'GET',
    path: 'content/search',
    summary: 'Returns the static pages and portal pages that match a search term, best match first, at most 50',
    access: ['public'],
    timeLimit: 'read',
    query: v.object({ term: SearchTerm }),
    response: v.array(SearchResult),
  }),
};
