/** The static content of the portal's page: the servicer's name and, for browsers without JavaScript, the phone number. */
import * as v from 'valibot';

/** The part of the configuration that the static content uses. */
const Servicer = v.object({ name: v.string(), shortName: v.string(), phone: v.string(), hours: v.string() });
export const ConfigurationWithoutScripts = v.object({ servicer: Servicer });

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/**
 * Fills in the servicer's name and phone number in the HTML page. The build uses the shipped configuration; the server
 * repeats this with its own configuration.
 */
export function withoutScripts(page: string, { servicer }: v.InferOutput<typeof ConfigurationWithoutScripts>): string {
  const [name = '', short = '', phone = '', hours = ''] = [
    servicer.name,
    servicer.shortName,
    servicer.phone,
    servicer.hours,
  ].map(escaped);
  const text = [
    `<main class="ui-main"><h1>${name}</h1>`,
    '<p>This site needs JavaScript. Please switch it on in your browser, and load this page again.</p>',
    `<p>You can also call us at <a href="tel:${phone}">${phone}</a>, ${hours}.</p></main>`,
  ].join('');
  const named = page.replace(/(<meta name="application-name" content=")[^"]*/, (_, start: string) => start + short);
  return named.replace(/<noscript>.*?<\/noscript>/s, () => `<noscript>${text}</noscript>`);
}
