/** Leads past the header. The app sets focus to the element, as for every link inside the page. */
export function SkipLink({ href = '#main' }: { href?: string | undefined }) {
  return (
    <a className="usa-skipnav ui-skip-link" href={href}>
      Skip to main content
    </a>
  );
}
