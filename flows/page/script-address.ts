/** The address of the worker's script, where a page demands Trusted Types. */

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): unknown };
}

const isFactory = (value: unknown): value is PolicyFactory =>
  typeof value === 'object' && value !== null && 'createPolicy' in value;

/** The name of the policy, which the page's security policy has to allow. */
const POLICY = 'flows-worker';

let policy: ReturnType<PolicyFactory['createPolicy']> | undefined;

/** Returns the address as `Worker` takes it. Throws for an address of another origin. */
export function scriptAddress(address: string): string {
  if (new URL(address, location.href).origin !== location.origin) throw new Error(`${address} is of another origin`);
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
  if (!isFactory(factory)) return address;
  // A page may create a policy of one name only once.
  policy ??= factory.createPolicy(POLICY, { createScriptURL: (given) => given });
  const trusted = policy.createScriptURL(address);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the DOM have no `TrustedScriptURL`
  return trusted as string;
}
