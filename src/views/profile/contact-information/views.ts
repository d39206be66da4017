import type { contactInformation } from '#machines/profile/contact-information/contact-information.machine.ts';
import type { ViewsOf } from '#machines/kit/view.ts';
import { CouldNotLoad } from '../../kit/loading/CouldNotLoad.tsx';
import { Loading } from '../../kit/loading/Loading.tsx';
import { ChangedElsewhere, LatestMissing } from './ChangedElsewhere.tsx';
import { ContactForm } from './ContactForm.tsx';
import { ContactSaved, Leaving } from './ContactSaved.tsx';
import { ShowingContact } from './ShowingContact.tsx';

export const contactInformationViews = {
  loadingData: Loading,
  gettingStates: Loading,
  couldNotLoad: CouldNotLoad,
  showingContact: ShowingContact,
  // The same views as the preceding states, so that the pressed button keeps focus.
  confirmingContact: ShowingContact,
  editingContact: ContactForm,
  savingContact: ContactForm,
  contactSaved: ContactSaved,
  gettingLatest: Loading,
  changedElsewhere: ChangedElsewhere,
  latestMissing: LatestMissing,
  leaving: Leaving,
  couldNotContinue: Leaving,
  left: Leaving,
} satisfies ViewsOf<typeof contactInformation>;
