/** The views of the steps after the first, which come in a file of their own. */
export { Method } from './Method.tsx';
export { Receipt } from './Receipt.tsx';
export { Review } from './Review.tsx';
