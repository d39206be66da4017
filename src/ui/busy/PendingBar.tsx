/** A thin bar at the top of the window while the next page loads and the page before is still shown. */
export function PendingBar() {
  return <progress className="ui-pending-bar" aria-label="Loading the page" />;
}
