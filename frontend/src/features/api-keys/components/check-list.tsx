interface CheckListProps {
  legend: string;
  name: string;
  options: { id: string; words: string }[];
  isChecked: (id: string) => boolean;
}

export function CheckList({ legend, name, options, isChecked }: CheckListProps) {
  return (
    <fieldset className="grid content-start gap-x-4 md:grid-cols-2">
      <legend className="text-13 text-ink-2 pb-1">{legend}</legend>
      {options.map(({ id, words }) => (
        <label key={id} className="flex min-h-7 items-center gap-2">
          <input type="checkbox" name={name} value={id} defaultChecked={isChecked(id)} />
          <span dir="auto" className="min-w-0 break-words">
            {words}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
