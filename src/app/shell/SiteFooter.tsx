/** The footer of every page (P §2.4), and what managed content puts above it. */
import { useState } from 'react';
import { businessDate } from '#domain/calendar.ts';
import { mayOpenChat } from '#domain/chat/rules.ts';
import type { Person } from '#domain/identity/shapes.ts';
import { Columns, Content, Footer, Logo, type NavItem, TextLink, usePages } from '../../ui/index.ts';
import { footerMenusOf } from './navigation.ts';
import { PrivacyChoicesDialog } from './PrivacyChoices.tsx';
import { usePortal } from '../portal.ts';

export interface SiteFooterProps {
  readonly person: Person | null;
  readonly isMaintenance: boolean;
  /** The content flag of the chat is on (P §2.4). */
  readonly isChatOn: boolean;
}

const LIVE_CHAT: NavItem = { id: 'live-chat', title: 'Live Chat', href: '/live-chat' };

export function SiteFooter({ person, isMaintenance, isChatOn }: SiteFooterProps) {
  const { started, now } = usePortal();
  const hasPage = usePages();
  const [isChoosing, setChoosing] = useState(false);
  const { servicer } = started.configuration;
  const facts = { person, hasPage, configuration: started.configuration };
  const menus = footerMenusOf(started.navigation, facts, isMaintenance);
  const { chat: settings } = started.configuration;
  const hasChat = mayOpenChat({ person, isSwitchedOn: isChatOn, isMaintenance, settings }) && hasPage('/live-chat');
  return (
    <>
      <section className="ui-pre-footer" aria-label="Good to know">
        <Columns of="texts">
          <Content section="usds" name="pre-footer-body" />
          <Content section="usds" name="pre-footer-body1" />
          <Content section="usds" name="pre-footer-body2" />
        </Columns>
      </section>
      <Footer
        logo={<Logo name={servicer.name} tone="reverse" />}
        links={[...menus.links, ...(hasChat ? [LIVE_CHAT] : [])]}
        columns={menus.columns}
        social={menus.social}
        copyright={
          <Content
            section="globalsite"
            name="all-rights-reserved"
            values={{ currentYear: businessDate(now()).slice(0, 4) }}
            fallback={servicer.name}
            meanwhile
          />
        }
        copyrightLinks={[
          ...menus.copyright,
          { id: 'privacy-choices', title: 'Your Privacy Choices', onSelect: () => setChoosing(true) },
        ]}
        version={started.buildVersion}
      >
        <p>
          <strong>
            <TextLink href={`tel:${servicer.phone}`}>{servicer.phone}</TextLink>
          </strong>
          <br />
          {servicer.hours}
        </p>
        <p>
          {servicer.address.map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
        </p>
        <Content section="usds" name="post-footer-body" />
      </Footer>
      {isChoosing && <PrivacyChoicesDialog onClose={() => setChoosing(false)} />}
    </>
  );
}
