import { Icon } from "@/components/icon";
import { THEMES, chooseTheme, useTheme } from "@/lib/theme";
import type { Theme } from "@/lib/theme";

const LOOKS = {
  system: { icon: "system", words: "As the system" },
  light: { icon: "sun", words: "Light" },
  dark: { icon: "moon", words: "Dark" },
} as const satisfies Record<Theme, object>;

export function ThemeChoice() {
  const theme = useTheme();
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((option) => (
        <label
          key={option}
          className="card has-checked:border-accent has-checked:bg-accent-soft flex items-center gap-2 px-3 py-2"
        >
          <input
            type="radio"
            name="theme"
            checked={theme === option}
            onChange={() => chooseTheme(option)}
          />
          <Icon name={LOOKS[option].icon} />
          {LOOKS[option].words}
        </label>
      ))}
    </fieldset>
  );
}
