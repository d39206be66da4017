/** The message if the data of a page or section failed to load (P §8, Y §8). */
export const couldNotLoad =
  "Sorry, there's been a problem. We were unable to load all of your data. You can try to refresh your browser or try logging out and logging back in.";
