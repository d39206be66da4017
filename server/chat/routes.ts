/**
 * Routes of the live chat's conversation page (ruling 13), which the portal shows in a sandboxed frame with an opaque
 * origin.
 */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { readForm } from '../http/forms.ts';
import { chatPagePolicy } from '../http/headers.ts';
import { HttpProblem, problemResponse } from '../http/problems.ts';
import { CHAT_PAGE } from '../http/routes.ts';
import { FONTS, sendFont, sendStylesheet } from '../http/stylesheet.ts';
import { type ConversationDeps, converse } from './conversation.ts';
import { chatPage } from './page.ts';

export interface ChatDeps extends ConversationDeps {
  readonly publicUrl: string;
}

/** Maximum size of the form in bytes: twenty questions of 200 characters, URL-encoded. */
const MOST = 64 * 1024;

const tooLong = new HttpProblem(413, 'This conversation is too long.');

export function createChat({ publicUrl, ...deps }: ChatDeps): Hono {
  const app = new Hono();
  const show = (c: Context, questions: readonly string[]) => {
    c.header('content-security-policy', chatPagePolicy(publicUrl));
    c.header('cache-control', 'no-store');
    const { name: servicer, phone, hours } = deps.configuration.servicer;
    return c.html(chatPage({ servicer, phone, hours, publicUrl, exchanges: converse(questions, deps) }));
  };
  app.get(CHAT_PAGE, (c) => show(c, []));
  app.post(CHAT_PAGE, bodyLimit({ maxSize: MOST, onError: () => problemResponse(tooLong) }), async (c) => {
    const { question } = await readForm(c);
    return show(
      c,
      [question].flat().filter((each): each is string => typeof each === 'string'),
    );
  });
  app.get(`${CHAT_PAGE}/chat.css`, (c) => sendStylesheet(c, 'chat'));
  // The frame's opaque origin makes font requests cross-origin.
  for (const name of FONTS) app.use(`${CHAT_PAGE}/${name}`, cors()).get((c) => sendFont(c, name));
  return app;
}
