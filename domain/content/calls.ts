/** The calls for managed content (P §7). */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
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
 * The content version that the caller expects. An answer may be cached permanently if its URL contains the current
 * version.
 */
const version = v.optional(v.pipe(v.string(), v.maxLength(64)));

export const content = {
  item: defineCall({
    id: 'content.item',
    method: 'GET',
    path: 'content/items/:section/:name',
    summary: 'One managed text; the version is part of the address, so that an answer may be cached for good',
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
    summary: 'All managed texts of a section at once, by their names',
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
    summary: 'One managed list, such as the banners on every page',
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
    summary: 'One static page by its path; capital letters in it do not matter',
    access: ['public'],
    timeLimit: 'read',
    query: v.object({ path: PagePath, version }),
    response: ContentPage,
  }),
  search: defineCall({
    id: 'content.search',
    method: 'GET',
    path: 'content/search',
    summary: 'The static pages and the pages of the portal in which a term is found, best first, at most 50',
    access: ['public'],
    timeLimit: 'read',
    query: v.object({ term: SearchTerm }),
    response: v.array(SearchResult),
  }),
};
