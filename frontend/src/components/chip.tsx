import { Icon } from "./icon";

interface ChipProps {
  name: string;
  value: string;
  onRemove: () => void;
}

/** A filter in force; pressing it takes the filter away. */
export function Chip({ name, value, onRemove }: ChipProps) {
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={`Remove filter ${name} ${value}`}
      className="bg-accent-soft text-13 hover:bg-hover inline-flex h-7 max-w-full items-center gap-2 rounded-full px-3"
    >
      <span className="text-ink-2">{name}</span>
      <span dir="auto" className="truncate">
        {value}
      </span>
      <Icon name="close" className="size-3" />
    </button>
  );
}
