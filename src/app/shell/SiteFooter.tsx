/** The footer of every page (P §2.4), and the managed content above it. */
import { useState } from 'react';
import { businessDate } from '#domain/calendar.ts';
import { mayOpenChat } from '#domain/messages/chat/rules.ts';
import type { Person } from '#domain/session/identity/shapes.ts';
import {
  Columns,
  Content,
  Footer,
  Logo,
  type NavItem,
  ContentText,
  PhoneLink,
  useContent,
  usePages,
} from '../../ui/index.ts';
import { useMayGetHelp } from '../access/use-access.ts';
import { buildFooterMenus } from './navigation.ts';
import { DialogMissing } from './DialogMissing.tsx';
import { Nothing, lazyParts } from '../flow/lazy-parts.tsx';
import { useStarted } from '../page/use-started.ts';

const what = 'The privacy choices';
const PrivacyChoicesDialog = lazyParts(() => import('./PrivacyChoices.tsx'), {
  what,
  Placeholder: Nothing,
  Missing: (props) => <DialogMissing what={what} {...props} />,
}).part('PrivacyChoicesDialog');

export interface SiteFooterProps {
  readonly person: Person | null;
  readonly isMaintenance: boolean;
  /** The content flag of the chat is on (P §2.4). */
  readonly isChatOn: boolean;
}

const LIVE_CHAT: NavItem = { id: 'live-chat', title: 'Live Chat', href: '/live-chat' };

/**
 * Returns whether help with payments is offered: to visitors, and to borrowers whom it may help. Payers owe
 * nothing themselves.
 */
function useHelpOffered(person: Person | null): boolean {
  const mayGetHelp = useMayGetHelp(person?.webAccountId);
  return person === null || (person.role === 'borrower' && mayGetHelp === true);
}

/** The managed texts above the footer. This part is omitted if none of them loads. */
function GoodToKnow({ person }: Pick<SiteFooterProps, 'person'>) {
  const isHelpOffered = useHelpOffered(person);
  // A borrower who is signed in can apply for help at once.
  const help = person?.role === 'borrower' ? 'pre-footer-body1-borrower' : 'pre-footer-body1';
  const texts = [
    { name: 'pre-footer-body', ...useContent('usds', 'pre-footer-body') },
    { name: help, ...useContent('usds', help) },
    { name: 'pre-footer-body2', ...useContent('usds', 'pre-footer-body2') },
  ].filter(({ name, state }) => state !== 'missing' && (name !== help || isHelpOffered));
  if (texts.length === 0) return null;
  return (
    <section className="ui-pre-footer" aria-label="Good to know">
      <Columns of="texts">
        {texts.map((text) => (
          <ContentText key={text.name} section="usds" {...text} />
        ))}
      </Columns>
    </section>
  );
}

export function SiteFooter({ person, isMaintenance, isChatOn }: SiteFooterProps) {
  const { started, now } = useStarted();
  const hasPage = usePages();
  const [isChoosing, setChoosing] = useState(false);
  const { servicer } = started.configuration;
  const facts = { person, hasPage, configuration: started.configuration };
  const menus = buildFooterMenus(started.navigation, facts, isMaintenance);
  const { chat: settings } = started.configuration;
  const hasChat = mayOpenChat({ person, isSwitchedOn: isChatOn, isMaintenance, settings }) && hasPage('/live-chat');
  return (
    <>
      <GoodToKnow person={person} />
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
            fallbackWhileLoading
          />
        }
        copyrightLinks={[
          ...menus.copyright,
          { id: 'privacy-choices', title: 'Your Privacy Choices', onSelect: () => setChoosing(true) },
        ]}
        version={started.buildVersion}
        about={{ title: `About ${servicer.name}`, text: <Content section="usds" name="post-footer-body" /> }}
      >
        <p>
          <strong>
            <PhoneLink />
          </strong>
          <br />
          {servicer.hours}
        </p>
        <p>{servicer.address.join(', ')}</p>
      </Footer>
      {isChoosing && <PrivacyChoicesDialog onClose={() => setChoosing(false)} />}
    </>
  );
}
