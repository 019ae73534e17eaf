import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "enfilade.theme";
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

function paint(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Puts the remembered theme on the page; called once before the first render. */
export function restoreTheme(): void {
  paint(readTheme());
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  paint(theme);
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme);
}
