/** Keeps an error in one region of the page from taking the others down; it is logged and reported. */
import { Component, type ReactNode } from 'react';
import { logFailure } from '../page/log.ts';
import { reportUnhandled } from './unhandled.ts';

interface Props {
  readonly children: ReactNode;
  /** Replaces the region after an error. */
  readonly fallback?: ReactNode;
}

interface State {
  readonly hasFailed: boolean;
}

export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    logFailure('A region of the page failed', error);
    reportUnhandled(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
