import { useNavigate, useParams } from "@tanstack/react-router";
import { useCallback } from "react";

import { MemoryInspector } from "@/features/memory/components/memory-inspector";

export function OneMemoryRoute() {
  const { memoryId } = useParams({ from: "/house/memory/$memoryId" });
  const navigate = useNavigate();
  const close = useCallback(
    () => void navigate({ to: "/memory", search: (search) => search, resetScroll: false }),
    [navigate],
  );
  return <MemoryInspector key={memoryId} memoryId={memoryId} onClose={close} />;
}
