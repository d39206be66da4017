import { Icon } from '../icon/Icon.tsx';

/** Something a person may have come for, and where it is done. */
export interface Task {
  title: string;
  /** In a few words, what happens there. */
  text: string;
  href: string;
  icon: string;
}

/** Tasks as cards, as many beside each other as fit. The whole card takes the press. */
export function TaskList({ tasks }: { tasks: readonly Task[] }) {
  return (
    <ul className="ui-tasks">
      {tasks.map(({ title, text, href, icon }) => (
        <li key={href} className="ui-task">
          <Icon name={icon} size="large" />
          <div>
            <a className="ui-task__link" href={href}>
              {title}
            </a>
            <p className="ui-task__text">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
