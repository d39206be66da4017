/**
 * The conversation page. It works without scripts and has no server state: hidden form fields contain the earlier
 * questions. After submission, the URL fragment moves focus back to the input, which the latest reply describes.
 */
import { html } from 'hono/html';
import type { Exchange } from './conversation.ts';

export interface ChatPage {
  readonly servicer: string;
  readonly phone: string;
  /** Opening hours of the phone line. */
  readonly hours: string;
  readonly publicUrl: string;
  readonly exchanges: readonly Exchange[];
}

const pageLink = (publicUrl: string, { title, path }: Exchange['pages'][number]) =>
  html`<li><a href="${publicUrl}${path}" target="_blank" rel="noopener">${title}</a></li>`;

const exchange = ({ publicUrl, exchanges }: ChatPage, { question, answer, pages }: Exchange, index: number) =>
  html`<li class="question">
      <span class="who">You</span>
      <p>${question}</p>
    </li>
    <li class="answered" ${index === exchanges.length - 1 ? html`id="latest"` : ''}>
      <span class="who">Assistant</span>
      <p>${answer}</p>
      ${
        pages.length === 0
          ? ''
          : html`<ul>
              ${pages.map((page) => pageLink(publicUrl, page))}
            </ul>`
      }
    </li>`;

export const chatPage = (page: ChatPage) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Chat | ${page.servicer}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/chat/chat.css" />
      </head>
      <body>
        <main aria-label="Conversation">
          <h1>Chat with ${page.servicer}</h1>
          <p class="about">
            An automated assistant answers here. To talk to a person, call
            <a href="tel:${page.phone}">${page.phone}</a>, ${page.hours}.
          </p>
          <ol>
            <li class="answered">
              <span class="who">Assistant</span>
              <p>
                Hello! I am an automated assistant. Ask about payments, plans or your account. Links open in a new tab.
              </p>
            </li>
            ${page.exchanges.map((each, index) => exchange(page, each, index))}
          </ol>
          <form method="post" action="/chat#question" autocomplete="off">
            ${page.exchanges.map(({ question }) => html`<input type="hidden" name="question" value="${question}" />`)}
            <label for="question">Your message</label>
            <div>
              <input
                id="question"
                name="question"
                required
                ${page.exchanges.length > 0 ? html`aria-describedby="latest"` : ''}
              />
              <button type="submit">Send</button>
            </div>
            <p class="hint">Please leave out Social Security, bank account and loan account numbers.</p>
          </form>
        </main>
      </body>
    </html>`;
