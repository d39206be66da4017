/** The managed heading of a privacy form (P §2.7, §2.8). The fallback shows until the text arrives, or if it is missing. */
import { Content } from '../../../ui/index.ts';

export const FormHeading = ({ name, fallback }: { readonly name: string; readonly fallback: string }) => (
  <h2>
    <Content section="formscontent" name={name} inline fallbackWhileLoading fallback={fallback} />
  </h2>
);
