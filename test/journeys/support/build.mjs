/** Builds the product once, before the workers start their servers. */
export { buildProduct as default } from '../../../tools/product.mjs';
