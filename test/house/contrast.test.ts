/** The colors of both schemes against WCAG 2.2 AA: each pair of text and background that the components use. */
import { describe, expect, it } from 'vitest';
import { contrast } from '#src/ui/foundations/contrast.ts';
import { PAIRS } from '#src/ui/foundations/pairs.ts';
import { files, read } from './repository.ts';

const DARK = '@media screen and (prefers-color-scheme: dark)';
const valuesIn = (css: string): Record<string, string> =>
  Object.fromEntries(
    [...css.matchAll(/--([a-z-]+): (#[\da-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** Returns the colors of a stylesheet for the light and the dark scheme. */
function readSchemes(file: string) {
  const [light = '', dark = ''] = read(file).split(DARK);
  return { light: valuesIn(light), dark: { ...valuesIn(light), ...valuesIn(dark) } };
}

const portal = readSchemes('src/ui/styles/_tokens.scss');

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  it.each(PAIRS)('$use: $text on $ground', ({ text, ground, least }) => {
    const colors = portal[scheme];
    expect(contrast(colors[text] ?? '', colors[ground] ?? '')).toBeGreaterThanOrEqual(least);
  });

  it('server-rendered pages use the same colors', () => {
    const server = readSchemes('server/styles/base.css')[scheme];
    expect(Object.keys(server).length).toBeGreaterThan(10);
    expect(portal[scheme]).toMatchObject(server);
  });
});

it('the schemes differ, and both are declared to the browser', () => {
  expect(portal.dark['paper']).not.toBe(portal.light['paper']);
  for (const file of ['src/ui/styles/_tokens.scss', 'server/styles/base.css']) {
    expect(read(file)).toContain('color-scheme: light dark;');
  }
});

it('components use color tokens for text, except on always-dark backgrounds and in print', () => {
  const named = files
    .filter((file) => /^src\/(?:ui|views|app)\/.*\.scss$/.test(file) && !/_(?:tokens|print|uswds)\.scss$/.test(file))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => /(?:^|[^-\w])color: *(?:#|rgb)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect([...new Set(named)]).toEqual([
    'src/ui/footer/_footer.scss: color: #d5dce3;',
    'src/ui/footer/_footer.scss: color: #fff;',
  ]);
});
