import type { ReactNode } from 'react';
import { PAGE_TITLE } from './title-ids.ts';

export interface PageHeadingProps {
  children: ReactNode;
  /** One or two sentences about the purpose of the page. */
  lead?: ReactNode | undefined;
  /** Content above the title, such as a link back. */
  above?: ReactNode | undefined;
}

/** The page's only `h1`. It receives focus after navigation. */
export function PageHeading({ children, lead, above }: PageHeadingProps) {
  return (
    <div className="ui-page-heading">
      {above ? <div className="ui-page-heading__above">{above}</div> : null}
      <h1 className="ui-page-heading__title" id={PAGE_TITLE} tabIndex={-1}>
        {children}
      </h1>
      {lead ? <div className="ui-page-heading__lead">{lead}</div> : null}
    </div>
  );
}
