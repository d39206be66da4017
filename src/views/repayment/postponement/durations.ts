/** The durations of an application's stages, from the configuration. */
import { createContext } from 'react';
import { DEFAULT_DURATIONS } from '#domain/application-durations.ts';

/** Outside of the portal, as in stories, the defaults apply. */
export const ApplicationDurationsContext = createContext(DEFAULT_DURATIONS);
