/** Light or dark, as the system has it or as it is chosen here. */
import { useState } from 'react';

const KEY = 'flows-scheme';
const SCHEMES = ['system', 'light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

const parseScheme = (text: string | null): Scheme => SCHEMES.find((each) => each === text) ?? 'system';

function show(scheme: Scheme): void {
  document.documentElement.style.colorScheme = scheme === 'system' ? 'light dark' : scheme;
}

/** Shows the page in the scheme that was chosen last. */
export const restoreScheme = (): void => show(parseScheme(localStorage.getItem(KEY)));

export function SchemeChoice() {
  const [scheme, setScheme] = useState(() => parseScheme(localStorage.getItem(KEY)));
  return (
    <label className="field inline">
      Colors
      <select
        value={scheme}
        onChange={({ target }) => {
          const chosen = parseScheme(target.value);
          localStorage.setItem(KEY, chosen);
          show(chosen);
          setScheme(chosen);
        }}
      >
        {SCHEMES.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}
