/** The content of the page without JavaScript. */
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { ConfigurationWithoutScripts, withoutScripts } from '#domain/without-scripts.ts';

const page = `<meta name="application-name" content="Portal"><title>Portal</title>
<noscript>
  Nothing
</noscript><noscript>Elsewhere</noscript>`;
const servicer = {
  name: 'Elm & "Oak" <Loans>',
  shortName: 'Elm & Oak',
  phone: '1-800-555-0100',
  hours: 'Monday to Friday',
};

it('the page names the servicer and how to reach it', () => {
  expect(withoutScripts(page, { servicer }))
    .toBe(`<meta name="application-name" content="Elm &amp; Oak"><title>Portal</title>
<noscript><main class="ui-main"><h1>Elm &amp; &quot;Oak&quot; &lt;Loans&gt;</h1><p>This site needs JavaScript. Please switch it on in your browser, and load this page again.</p><p>You can also call us at <a href="tel:1-800-555-0100">1-800-555-0100</a>, Monday to Friday.</p></main></noscript><noscript>Elsewhere</noscript>`);
});

it.each(['name', 'shortName', 'phone', 'hours'])('the page requires a configuration with the %s', (name) => {
  expect(v.is(ConfigurationWithoutScripts, { servicer })).toBe(true);
  expect(v.is(ConfigurationWithoutScripts, { servicer: { ...servicer, [name]: undefined } })).toBe(false);
});

it('the page requires a configuration with a servicer', () => {
  expect(v.is(ConfigurationWithoutScripts, {})).toBe(false);
});
