import type { ReactNode } from 'react';

export interface PageHeadingProps {
  children: ReactNode;
  /** One or two sentences on what this page is for. */
  lead?: ReactNode | undefined;
  /** What stands above the title: a link back. */
  above?: ReactNode | undefined;
}

/** The page's one `h1`. Focus moves to it after navigation, by its id `page-title`. */
export function PageHeading({ children, lead, above }: PageHeadingProps) {
  return (
    <div className="ui-page-heading">
      {above ? <div className="ui-page-heading__above">{above}</div> : null}
      <h1 className="ui-page-heading__title" id="page-title" tabIndex={-1}>
        {children}
      </h1>
      {lead ? <div className="ui-page-heading__lead">{lead}</div> : null}
    </div>
  );
}
