/** The uploads whose page was left. */
import type { LeftUpload } from '../../views/documents/uploads-left/UploadsLeft.tsx';
import { provided } from '../page/provided.ts';
import type { Uploads } from './uploads.ts';

export interface UploadParts {
  readonly uploads: Pick<Uploads, 'shown' | 'subscribe' | 'close'>;
}

export const [UploadsProvider, useUploads] = provided<UploadParts>('uploads');

const nothingLeft: readonly LeftUpload[] = [];

/** Default for environments without uploads, such as prerendering. */
export const noUploads: UploadParts['uploads'] = {
  shown: () => nothingLeft,
  subscribe: () => () => undefined,
  close: () => undefined,
};
