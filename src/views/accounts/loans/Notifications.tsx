/** The notifications above the accounts: reminders, and the status of applications (P §2.12). */
import { COMBINED_HEADLINE, shownNotifications, shownStatusNotifications } from '#domain/accounts/loans/messages.ts';
import type { Notification } from '#domain/accounts/loans/shapes.ts';
import { Content, Disclosure, Notice, Stack, TextLink } from '../../../ui/index.ts';

export interface NotificationsProps {
  readonly notifications: readonly Notification[];
  readonly statusNotifications: readonly Notification[];
  readonly input: { readonly notificationPrefix: string; readonly areNotificationsOpen: boolean };
}

/** Renders nothing without notifications. */
export function Notifications({ notifications, statusNotifications, input }: NotificationsProps) {
  const { notificationPrefix: prefix, areNotificationsOpen } = input;
  const workflow = shownNotifications(notifications, prefix).map((shown) => ({ ...shown, href: null }));
  const status = shownStatusNotifications(statusNotifications, prefix).map((shown) => ({
    ...shown,
    href: '/repayment-options',
  }));
  const all = [...workflow, ...status];
  if (all.length === 0) return null;
  return (
    <section aria-label="Notifications">
      <Disclosure
        open={areNotificationsOpen}
        summary={all.length === 1 ? 'You have 1 notification' : `You have ${all.length} notifications`}
      >
        <Stack>
          {all.map(({ headline, messages, type, href }, index) => (
            <Notice
              key={index}
              kind={type}
              heading={
                headline ?? (
                  <Content
                    section="myloans"
                    name="application-status-headline"
                    inline
                    fallbackWhileLoading
                    fallback={COMBINED_HEADLINE}
                  />
                )
              }
              action={href && <TextLink href={href}>See your applications</TextLink>}
            >
              {messages.map((message) => (
                <p key={message}>{message}</p>
              ))}
            </Notice>
          ))}
        </Stack>
      </Disclosure>
    </section>
  );
}
