/** The first page of a visitor, which also says why the last session ended by itself (P §4). */
import { Welcome } from '../../views/welcome/Welcome.tsx';
import { selfEnded } from '../ended-session.ts';

export function WelcomePage() {
  return <Welcome ended={selfEnded(sessionStorage)} />;
}
