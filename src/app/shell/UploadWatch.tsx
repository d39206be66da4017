/** Shows, on every page, the uploads whose page the person has left. Their view is loaded with the first such upload. */
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import type { UploadsLeftProps } from '../../views/documents/uploads-left/UploadsLeft.tsx';
import { logFailure } from '../page/log.ts';
import { useUploads } from '../uploads/use-uploads.ts';

export function UploadWatch() {
  const { uploads } = useUploads();
  const shown = useSyncExternalStore(uploads.subscribe, uploads.shown, uploads.shown);
  const [View, setView] = useState<ComponentType<UploadsLeftProps>>();
  const isNeeded = shown.length > 0;
  useEffect(() => {
    if (!isNeeded) return;
    const load = async () => {
      try {
        const { UploadsLeft } = await import('../../views/documents/uploads-left/UploadsLeft.tsx');
        setView(() => UploadsLeft);
      } catch (error) {
        logFailure('The uploads could not be shown', error);
      }
    };
    void load();
  }, [isNeeded]);
  return View === undefined || !isNeeded ? null : <View uploads={shown} onClose={uploads.close} />;
}
