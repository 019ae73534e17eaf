import { AsyncView } from "@/components/async-view";

import { usePalace } from "../api/get-palace";
import type { MemorySearch } from "../place";

import { PlaceLink } from "./place-link";

interface PalaceTreeProps {
  palaceId: string;
  search: MemorySearch;
}

/** The rooms with their doors in one line: palace, its wings, and the rooms of each. */
export function PalaceTree({ palaceId, search }: PalaceTreeProps) {
  const palace = usePalace(palaceId);
  return (
    <AsyncView what="the palace" result={palace} lines={4}>
      {({ name, memories, wings, rooms }) => (
        <ul className="flex flex-col">
          <li>
            <PlaceLink
              name={name}
              memories={memories}
              here={search}
              to={{ palace: name }}
              depth={0}
            />
          </li>
          {wings.map((wing) => (
            <li key={wing.id}>
              <PlaceLink
                name={wing.name}
                memories={wing.memories}
                here={search}
                to={{ palace: name, wing: wing.name }}
                depth={1}
              />
              {(wings.length === 1 || search.wing === wing.name) && (
                <ul>
                  {wing.rooms.map((room) => (
                    <li key={room.id}>
                      <PlaceLink
                        name={room.name}
                        memories={room.memories}
                        here={search}
                        to={{ palace: name, wing: wing.name, room: room.name }}
                        depth={2}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
          {rooms.map((room) => (
            <li key={room.id}>
              <PlaceLink
                name={room.name}
                memories={room.memories}
                here={search}
                to={{ palace: name, room: room.name }}
                depth={1}
              />
            </li>
          ))}
        </ul>
      )}
    </AsyncView>
  );
}
