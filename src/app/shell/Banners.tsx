/**
 * The universal messages above every page (P §2.3). The tab stores which ones are collapsed. By default, a message is
 * expanded on a page and collapsed in a flow with steps.
 */
import { useState } from 'react';
import { type Banner, toBanners, filledHtml, filledText } from '#domain/portal/content/rules.ts';
import { ContentText, MessageBanner } from '../../ui/index.ts';
import { useContent } from '../content/use-content.ts';
import { useRouter } from '../page/use-router.ts';
import { useStarted } from '../page/use-started.ts';
import { useRoute } from '../page/use-route.ts';
import { useLoaded } from '../content/loaded.ts';

const COLLAPSED = 'collapsed';

/** A message. Its state is stored by its body, so that a changed message is expanded again. */
function FoldingBanner({ id, headline, message, isClientThemed }: Banner) {
  const { started } = useStarted();
  const { browser } = useRouter();
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
  const messages = useLoaded(useContent().loadMessages, 'The messages of every page could not be loaded');
  return toBanners(messages ?? []).map((banner) => (
    <FoldingBanner key={`${banner.id} ${banner.message}`} {...banner} />
  ));
}
