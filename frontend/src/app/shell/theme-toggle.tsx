import { Button } from "@/components/button";
import { Icon } from "@/components/icon";
import { THEMES, chooseTheme, useTheme } from "@/lib/theme";

const ICONS = { system: "system", light: "sun", dark: "moon" } as const;
const WORDS = { system: "as the system", light: "light", dark: "dark" } as const;

/** Steps through system, light and dark. */
export function ThemeToggle() {
  const theme = useTheme();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  const words = `Theme: ${WORDS[theme]}. Change to ${WORDS[next]}`;
  return (
    <Button
      size="small"
      look="quiet"
      aria-label={words}
      title={words}
      onClick={() => chooseTheme(next)}
    >
      <Icon name={ICONS[theme]} />
    </Button>
  );
}
