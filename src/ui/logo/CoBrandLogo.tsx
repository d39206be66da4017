/** Second logo of the header, for the owner of the loans. A shield with a mortarboard, created for the demo. */
export function CoBrandLogo({ name }: { name: string }) {
  return (
    <span className="ui-co-brand">
      <svg className="ui-co-brand__mark" viewBox="0 0 32 36" aria-hidden="true" focusable="false">
        <path className="ui-co-brand__shield" d="M16 1 30 5.5V17c0 8.6-5.7 14.6-14 18C7.7 31.6 2 25.6 2 17V5.5Z" />
        <path
          className="ui-co-brand__cap"
          d="M16 10 26 14.5 16 19 6 14.5ZM10 17.5V22c3.5 2.7 8.5 2.7 12 0V17.5L16 20.2Z"
        />
      </svg>
      <span className="ui-co-brand__name">{name}</span>
    </span>
  );
}
