import { Link } from "@tanstack/react-router";

import type { Tenant } from "@/api/contract";
import { Empty } from "@/components/empty";

interface PalaceListProps {
  palaces: Tenant["palaces"];
}

export function PalaceList({ palaces }: PalaceListProps) {
  if (palaces.length === 0) {
    return <Empty title="No palace yet">A palace is made by the first memory that names it.</Empty>;
  }
  return (
    <ul className="card divide-line divide-y">
      {palaces.map(({ id, name }) => (
        <li key={id}>
          <Link
            to="/memory"
            search={{ palace: name }}
            className="hover:bg-hover flex min-h-9 items-center px-3"
          >
            <bdi className="min-w-0 truncate">{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
