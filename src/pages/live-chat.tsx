/** Live chat as a page (ruling 50), where chat is available (P §6). */
import { mayOpenChat } from '#domain/messages/chat/rules.ts';
import { chat } from '#machines/messages/chat/chat.machine.ts';
import { Content, Notice, PageHeading, PhoneLink } from '../ui/index.ts';
import { chatViews } from '../views/messages/chat/views.tsx';
import { defineFlow } from '../app/flow/define-flow.ts';
import { type ViewDefinition } from '../app/flow/flow-definition.ts';
import { FlowRoute } from '../app/flow/FlowRoute.tsx';
import { useDocumentTitle, useFocusOnHeading } from '../app/page/page.ts';
import { usePerson } from '../app/session/use-session.ts';
import { useStarted } from '../app/page/use-started.ts';
import { useContentFlag } from '../app/content/content-flags.ts';
import { PagePlaceholder } from '../app/page/PagePlaceholder.tsx';

const HEADING = 'Live Chat';

const liveChat = defineFlow<typeof chat>({
  machine: chat,
  heading: HEADING,
  views: chatViews,
  input: () => ({ isOpened: true, isPutAway: false }),
});

function NoChat() {
  const { servicer } = useStarted().started.configuration;
  useDocumentTitle(HEADING);
  useFocusOnHeading('no-chat');
  return (
    <>
      <PageHeading>{HEADING}</PageHeading>
      <Notice kind="info">
        <p>
          Live chat isn't available at the moment. You can call us at <PhoneLink />, {servicer.hours}.
        </p>
      </Notice>
    </>
  );
}

function LiveChatRoute() {
  const { started } = useStarted();
  const person = usePerson();
  const isChatOn = useContentFlag('cx-one-chat');
  const isMaintenance = useContentFlag('disabled-mma-enabled');
  if (isChatOn === undefined || isMaintenance === undefined) return <PagePlaceholder title={HEADING} />;
  const { chat: settings } = started.configuration;
  if (!mayOpenChat({ person, isSwitchedOn: isChatOn, isMaintenance, settings })) return <NoChat />;
  return (
    <>
      <FlowRoute flow={liveChat} />
      <Content section="globalsite" name="live-chat-intro" />
    </>
  );
}

export default { Component: LiveChatRoute, isTitledByItself: true } satisfies ViewDefinition;
