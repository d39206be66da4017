/**
 * The universal messages above every page (P §2.3). Which are folded is kept in this tab; one that nobody has folded or
 * unfolded is expanded on a page, and folded in a flow of steps, where a task is under way.
 */
import { useState } from 'react';
import { type Banner, bannersOf, filledHtml, filledText } from '#domain/content/rules.ts';
import { ContentText, MessageBanner } from '../../ui/index.ts';
import { usePortal } from '../portal.ts';
import { useRoute } from '../use-route.ts';
import { useLoaded } from './loaded.ts';

const COLLAPSED = 'collapsed';

/** A message. Its state is kept under its body, so that a message that changes is seen again. */
function FoldingBanner({ id, headline, message, isClientThemed }: Banner) {
  const { started, browser } = usePortal();
  const { configuration } = started;
  const isInFlow = useRoute()?.entry !== undefined;
  const [chosen, setChosen] = useState(() => browser.tab.getItem(message));
  const isOpen = chosen === null ? !isInFlow : chosen !== COLLAPSED;
  const toggle = () => {
    const next = isOpen ? COLLAPSED : 'expanded';
    browser.tab.setItem(message, next);
    setChosen(next);
  };
  return (
    <MessageBanner
      headline={filledText(headline, configuration)}
      open={isOpen}
      onToggle={toggle}
      themed={isClientThemed}
    >
      <ContentText
        section="usds"
        name={`universalmessages/${id}`}
        html={filledHtml(message, configuration)}
        state="ready"
      />
    </MessageBanner>
  );
}

export function Banners() {
  const messages = useLoaded(usePortal().loadMessages, 'The messages of every page could not be loaded');
  return bannersOf(messages ?? []).map((banner) => (
    <FoldingBanner key={`${banner.id} ${banner.message}`} {...banner} />
  ));
}
