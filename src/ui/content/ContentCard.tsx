import { Card, type CardProps } from '../card/Card.tsx';
import { useContent } from './Content.tsx';
import { ContentText } from './ContentText.tsx';

export interface ContentCardProps extends Omit<CardProps, 'children'> {
  section: string;
  name: string;
}

/** A card with managed content. Renders nothing if the content is missing and the card has no actions. */
export function ContentCard({ section, name, ...card }: ContentCardProps) {
  const content = useContent(section, name);
  const isMissing = content.state === 'missing';
  if (isMissing && card.actions === undefined) return null;
  return <Card {...card}>{isMissing ? null : <ContentText {...{ section, name }} {...content} />}</Card>;
}
