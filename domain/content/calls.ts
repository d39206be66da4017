/** The calls for managed content (P §7). */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { ContentItem, ContentKey } from './shapes.ts';

export const content = {
  item: defineCall({
    id: 'content.item',
    method: 'GET',
    path: 'content/items/:section/:name',
    summary: 'One managed text; the version is part of the address, so that an answer may be cached for good',
    access: ['public'],
    timeLimit: 'read',
    params: ContentKey,
    query: v.object({ version: v.optional(v.string()) }),
    response: ContentItem,
  }),
};
