import { useSyncExternalStore } from "react";

interface Clock {
  read: () => number;
  subscribe: (tell: () => void) => () => void;
}

/** One timer per pace for the whole page; it stops when nobody looks. */
function makeClock(everyMs: number): Clock {
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();
  const tick = () => {
    now = Date.now();
    for (const tell of listeners) tell();
  };
  return {
    read: () => now,
    subscribe: (tell) => {
      listeners.add(tell);
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(tick, everyMs);
      }
      return () => {
        listeners.delete(tell);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

const clocks = { minute: makeClock(30_000), second: makeClock(1_000) };

/** The current time, re-rendering at the asked pace. */
export function useNow(pace: keyof typeof clocks = "minute"): number {
  return useSyncExternalStore(clocks[pace].subscribe, clocks[pace].read);
}
