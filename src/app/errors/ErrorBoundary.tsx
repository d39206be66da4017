/** Keeps an error in one region of the page from taking the others down; it is logged and reported. */
import { Component, type ReactNode } from 'react';
import { logFailure } from './log.ts';
import { reportUnhandled } from './unhandled.ts';

interface Props {
  readonly children: ReactNode;
  /** What stands in the region's place. */
  readonly fallback?: ReactNode;
  /** Where the region is: at another place it is tried again. */
  readonly place?: string;
}

interface State {
  readonly hasFailed: boolean;
  readonly place: string | undefined;
}

export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { hasFailed: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ place }: Props, before: State): State | null {
    return place === before.place ? null : { hasFailed: false, place };
  }

  override componentDidCatch(error: unknown): void {
    logFailure('A region of the page failed', error);
    reportUnhandled(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
