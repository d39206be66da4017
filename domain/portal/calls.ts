/** The calls that the portal makes before sign-in (P §7). */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { SERVER_TIME, ServerTime } from './connection.ts';
import { ContentVersion } from './shapes.ts';

const Id = v.pipe(v.string(), v.regex(/^\d{1,9}$/));

export const portal = {
  contentVersion: defineCall({
    id: 'portal.contentVersion',
    method: 'GET',
    path: 'content/version/:clientId/:appId',
    summary: 'Returns the versions of managed content for caching',
    access: ['public'],
    timeLimit: 'read',
    params: v.object({ clientId: Id, appId: Id }),
    response: ContentVersion,
  }),
  serverTime: defineCall({
    id: 'portal.serverTime',
    method: 'GET',
    path: SERVER_TIME,
    summary: 'Returns the time of the business clock, to which the portal adjusts its own clock',
    access: ['public'],
    timeLimit: 'read',
    response: ServerTime,
  }),
};
