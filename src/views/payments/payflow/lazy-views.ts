/** Views of the steps after the first, in a lazy-loaded chunk. */
export { Method } from './Method.tsx';
export { Receipt } from './Receipt.tsx';
export { Review } from './Review.tsx';
