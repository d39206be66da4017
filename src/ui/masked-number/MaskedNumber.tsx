/** Bank account number with only the last four digits: '*****1234', read as 'ending in 1234'. */
export function MaskedNumber({ value }: { value: string }) {
  const last = value.slice(-4);
  return (
    <span className="ui-masked" dir="ltr">
      <span aria-hidden="true">*****{last}</span>
      <span className="ui-sr">ending in {last}</span>
    </span>
  );
}
