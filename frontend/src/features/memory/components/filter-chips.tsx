import { Chip } from "@/components/chip";

import type { MemorySearch } from "../place";

interface FilterChipsProps {
  search: MemorySearch;
  onChange: (search: MemorySearch) => void;
}

export function FilterChips({ search, onChange }: FilterChipsProps) {
  const { wing, room } = search;
  if (wing === undefined && room === undefined) return null;
  return (
    <div role="group" aria-label="Filters" className="flex min-w-0 flex-wrap gap-2">
      {wing !== undefined && (
        <Chip
          name="wing"
          value={wing}
          onRemove={() => onChange({ ...search, wing: undefined, room: undefined })}
        />
      )}
      {room !== undefined && (
        <Chip name="room" value={room} onRemove={() => onChange({ ...search, room: undefined })} />
      )}
    </div>
  );
}
