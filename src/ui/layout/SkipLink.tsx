/** Link that skips the header. The app moves focus to the target, as for all links within a page. */
export function SkipLink({ href = '#main' }: { href?: string | undefined }) {
  return (
    <a className="usa-skipnav ui-skip-link" href={href}>
      Skip to main content
    </a>
  );
}
