/** The types of the generated files, so that types are checked before the files exist. */
declare module '#generated/flow-names.json' {
  const names: Readonly<Record<string, { readonly states: readonly string[]; readonly events: readonly string[] }>>;
  export default names;
}
declare module '#generated/flow-links.json' {
  const links: Readonly<Record<string, readonly string[]>>;
  export default links;
}
