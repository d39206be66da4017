/** A list of names and messages. */
export const LogList = ({ texts }: { readonly texts: readonly string[] }) => (
  <ul className="log">
    {texts.map((text, index) => (
      <li key={index}>{text}</li>
    ))}
  </ul>
);
