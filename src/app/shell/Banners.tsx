/** The universal messages above every page (P §2.3). Which are folded is kept in this tab. */
import { useEffect, useState } from 'react';
import { type Banner, bannersOf, filledHtml, filledText } from '#domain/content/rules.ts';
import { ContentText, MessageBanner } from '../../ui/index.ts';
import { logFailure } from '../errors/log.ts';
import { usePortal } from '../portal.ts';

const COLLAPSED = 'collapsed';

function useBanners(): readonly Banner[] {
  const { loadMessages } = usePortal();
  const [banners, setBanners] = useState<readonly Banner[]>([]);
  useEffect(() => {
    let isHere = true;
    const ask = async () => {
      try {
        const messages = await loadMessages();
        if (isHere) setBanners(bannersOf(messages));
      } catch (error) {
        // Nobody is kept from a page because the messages above it are missing.
        logFailure('The messages of every page could not be loaded', error);
      }
    };
    void ask();
    return () => {
      isHere = false;
    };
  }, [loadMessages]);
  return banners;
}

/** A message, expanded at first. Its state is kept under its body, so that a message that changes is seen again. */
function FoldingBanner({ id, headline, message, isClientThemed }: Banner) {
  const { configuration } = usePortal().started;
  const [isOpen, setOpen] = useState(() => sessionStorage.getItem(message) !== COLLAPSED);
  const toggle = () => {
    sessionStorage.setItem(message, isOpen ? COLLAPSED : 'expanded');
    setOpen(!isOpen);
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
  return useBanners().map((banner) => <FoldingBanner key={`${banner.id} ${banner.message}`} {...banner} />);
}
