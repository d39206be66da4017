import { Icon } from '../icon/Icon.tsx';

/** A common task and its page. */
export interface Task {
  title: string;
  /** Short description of the task. */
  text: string;
  href: string;
  icon: string;
}

/** Tasks as clickable cards, in as many columns as fit. */
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
