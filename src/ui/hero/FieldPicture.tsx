/**
 * Decorative landscape in the style of the logo: a lark above a plowed field in the morning. Hidden from screen
 * readers.
 */
export function FieldPicture() {
  return (
    <svg
      className="ui-field-picture"
      viewBox="0 0 480 300"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className="ui-field-picture__sky" d="M0 0H480V300H0Z" />
      <circle className="ui-field-picture__halo" cx="352" cy="168" r="96" />
      <circle className="ui-field-picture__sun" cx="352" cy="168" r="58" />
      <path className="ui-field-picture__far" d="M0 176C70 140 150 138 222 164C300 190 390 156 480 150V300H0Z" />
      <path className="ui-field-picture__near" d="M0 214C90 178 190 184 270 200C350 214 420 204 480 186V300H0Z" />
      <path className="ui-field-picture__field" d="M0 246C130 212 340 212 480 246V300H0Z" />
      <path
        className="ui-field-picture__furrows"
        d="M240 222V300M214 222.5 168 300M266 222.5 312 300M188 224 96 300M292 224 384 300M160 227 24 300M320 227 456 300M128 231 0 284M352 231 480 284"
      />
      <path
        className="ui-field-picture__tree"
        d="M74 196V168M74 176a17 22 0 1 1 .1 0ZM102 196V180M102 186a11 14 0 1 1 .1 0Z"
      />
      <g className="ui-field-picture__lark" transform="translate(96 22) scale(3.6)">
        <path d="M6.5 26 16.5 20C20 18 24.5 17.3 28 14.1C30.2 11.9 33.6 11.1 36.2 12.7L41 13.9 37.4 16.1C37 22.5 31 27.1 23.5 27.1C19.5 27.1 15.5 26.1 12.8 25.5Z" />
        <path d="M29 15.5C26 18.9 21 19.5 17.6 17.1C14.4 14.7 12.8 9.9 13.4 3.9C21 5.7 27 9.5 29 15.5Z" />
      </g>
    </svg>
  );
}
