/** Contact information as flows of the portal: in the profile, and as a page that comes before everything else. */
import { contactInformation } from '#machines/contact-information/contact-information.machine.ts';
import { contactInformationViews } from '../../views/contact-information/views.ts';
import { defineFlow } from '../flow-definition.ts';

const contactInformationFlowOf = (action: string | null, heading: string) =>
  defineFlow<typeof contactInformation>({
    machine: contactInformation,
    heading,
    views: contactInformationViews,
    input: () => ({ action }),
  });

export const contactInformationFlow = contactInformationFlowOf(null, 'Contact Information');
export const contactInformationAction = contactInformationFlowOf('contact-info', 'Confirm Your Contact Information');
