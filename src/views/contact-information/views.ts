import type { contactInformation } from '#machines/contact-information/contact-information.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { Loading } from '../loading/Loading.tsx';
import { ChangedElsewhere, NewestMissing } from './ChangedElsewhere.tsx';
import { ContactForm } from './ContactForm.tsx';
import { ContactMissing } from './ContactMissing.tsx';
import { ContactSaved, Leaving } from './ContactSaved.tsx';
import { ShowingContact } from './ShowingContact.tsx';

export const contactInformationViews = {
  gatheringFacts: Loading,
  gettingStates: Loading,
  couldNotLoad: ContactMissing,
  showingContact: ShowingContact,
  // The same views as before, so that the button that was pressed keeps its focus.
  confirmingContact: ShowingContact,
  editingContact: ContactForm,
  savingContact: ContactForm,
  contactSaved: ContactSaved,
  gettingNewest: Loading,
  changedElsewhere: ChangedElsewhere,
  newestMissing: NewestMissing,
  leaving: Leaving,
  couldNotContinue: Leaving,
  left: Leaving,
} satisfies ViewsOf<typeof contactInformation>;
