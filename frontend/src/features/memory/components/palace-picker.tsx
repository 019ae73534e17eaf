import type { PalaceRow } from "@/api/contract";

interface PalacePickerProps {
  palaces: PalaceRow[];
  chosen: string | undefined;
  onChoose: (name: string) => void;
}

/** Only there when there is something to choose. */
export function PalacePicker({ palaces, chosen, onChoose }: PalacePickerProps) {
  if (palaces.length === 0) return <p className="text-13 text-ink-2 px-1">No palace yet</p>;
  if (palaces.length === 1) return null;
  return (
    <select
      aria-label="Palace"
      className="control text-13 h-8 px-2"
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
    >
      {palaces.map(({ id, name }) => (
        <option key={id}>{name}</option>
      ))}
    </select>
  );
}
