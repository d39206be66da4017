/** An option to postpone payments or change the plan, with its audience and the borrower's eligibility. */
import { BENEFITS_ONLY, entryMessages } from '#domain/session/access/messages.ts';
import type { Entry } from '#domain/session/access/shapes.ts';
import type { GuideKind } from '#domain/applications/shapes.ts';
import { applicationKindNames } from '#domain/repayment/postponement/status-names.ts';
import { ButtonLink, Card, Content, PhoneLink, Tag } from '../../../ui/index.ts';
import { CallAboutDefault } from '../../kit/default/CallAboutDefault.tsx';

/** Managed content of each option. */
const texts = {
  unemployment: { section: 'repayoptions', name: 'option-unemployment' },
  rehabilitation: { section: 'repayoptions', name: 'option-rehabilitation' },
  economicHardship: { section: 'repayoptions', name: 'option-economic-hardship' },
  inSchool: { section: 'repayoptions', name: 'option-in-school' },
  military: { section: 'repayoptions', name: 'option-military' },
  hardship: { section: 'repayoptions', name: 'option-hardship' },
  idr: { section: 'repayoptions', name: 'option-idr' },
  term: { section: 'repayoptions', name: 'option-term' },
} as const satisfies Readonly<Record<GuideKind, { section: string; name: string }>>;

/** Returns the eligibility tag, or undefined if the eligibility was not checked. */
function renderStatus(entry: Entry | undefined) {
  if (entry === undefined || entry === 'unknown') return undefined;
  if (entry === 'open') return <Tag tone="success">You can apply</Tag>;
  if (entry === 'benefitsOnly') return <Tag tone="info">Open for some benefits</Tag>;
  return <Tag tone={entry === 'inProcess' ? 'info' : 'neutral'}>Not available to you right now</Tag>;
}

const Unknown = () => (
  <p>
    We can't show whether you can apply. Please call us at <PhoneLink />.
  </p>
);

/**
 * The reason for ineligibility, with alternatives. Renders nothing if the borrower is eligible for all of it or the
 * eligibility was not checked.
 */
function Reason({ entry }: { entry: Entry | undefined }) {
  if (entry === undefined || entry === 'open') return null;
  if (entry === 'unknown') return <Unknown />;
  if (entry === 'benefitsOnly') {
    return (
      <p>
        {BENEFITS_ONLY} <CallAboutDefault />
      </p>
    );
  }
  const { why, instead } = entryMessages[entry];
  return (
    <p>
      {why} {instead} {entry === 'inDefault' && <CallAboutDefault />}
    </p>
  );
}

export interface OptionCardProps {
  readonly kind: GuideKind;
  readonly href: string;
  /** The borrower's eligibility. If undefined, the application's flow checks it. */
  readonly entry?: Entry;
  /** Whether the page already displays a reason that applies to all options. */
  readonly isSaidAbove?: boolean;
}

export function OptionCard({ kind, href, entry, isSaidAbove = false }: OptionCardProps) {
  const mayTry = entry === undefined || entry === 'open' || entry === 'benefitsOnly';
  return (
    <Card
      headingLevel={3}
      heading={applicationKindNames[kind]}
      aside={!isSaidAbove && renderStatus(entry)}
      actions={
        mayTry && (
          <ButtonLink href={href} variant="secondary" context={`for ${applicationKindNames[kind]}`}>
            Apply
          </ButtonLink>
        )
      }
    >
      <Content {...texts[kind]} />
      {!isSaidAbove && <Reason entry={entry} />}
    </Card>
  );
}
