export interface FileFieldProps {
  readonly label: string;
  /** The file types, as of an `input`. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** A field that opens a file. */
export const FileField = ({ label, accept, onFile }: FileFieldProps) => (
  <label className="field">
    {label}
    <input
      type="file"
      accept={accept}
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file !== undefined) onFile(file);
        // The next one may have the same name, and is a change all the same.
        target.value = '';
      }}
    />
  </label>
);
