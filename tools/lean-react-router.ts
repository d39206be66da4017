/**
 * Removes the parts of React Router that the portal does not use, about 6 kB of each first load: contexts and components
 * such as `Link` and `Form`, warnings for developers, the code behind options that the portal does not pass, and the
 * support of server components and of a server that renders with React Router.
 */
import type { Plugin } from 'vite';

const PURE_CALL = /= (React\d*\.(?:forwardRef|memo|createContext)\()/g;
const NAME_FOR_DEVELOPERS = /^\w+\.displayName = .*;$/gm;
/** The package exports its development build for production too (remix-run/react-router#14102). */
const WARNINGS = 'var ENABLE_DEV_WARNINGS = true;';
/** Options of `createRouter`. A test checks that no source file mentions them. */
export const UNUSED_OPTIONS = [
  'dataStrategy',
  'getContext',
  'hydrationData',
  'instrumentations',
  'patchRoutesOnNavigation',
] as const;
const UNUSED_OPTION = new RegExp(`\\binit\\.(?:${UNUSED_OPTIONS.join('|')})\\b`, 'g');
/** The context of an error boundary is true inside server components only. */
const IN_SERVER_COMPONENT = /\bthis\.context\b/g;
/** Reads the data that a server has rendered with. */
const FROM_SERVER = /\bparseHydrationData\(\)(?! \{)/g;

export const leanReactRouter = (): Plugin => ({
  name: 'lean-react-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules[\\/]react-router[\\/]dist/ },
    handler(code) {
      const lean = code
        .replaceAll(PURE_CALL, '= /* @__PURE__ */ $1')
        .replaceAll(NAME_FOR_DEVELOPERS, '')
        .replaceAll(UNUSED_OPTION, 'undefined')
        .replaceAll(IN_SERVER_COMPONENT, 'false')
        .replaceAll(FROM_SERVER, 'undefined')
        .replace(WARNINGS, 'var ENABLE_DEV_WARNINGS = false;');
      return { code: lean, map: null };
    },
  },
});
