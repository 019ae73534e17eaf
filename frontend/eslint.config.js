import { readdirSync } from "node:fs";

import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

// Read from disk so that a new feature is walled off from the day it appears.
const features = readdirSync("src/features");

const betweenFeatures = features.map((feature) => ({
  target: `./src/features/${feature}`,
  from: "./src/features",
  except: [`./${feature}`],
  message: "A feature may not reach into another one; compose them in src/app.",
}));

const upward = [
  { target: "./src/features", from: "./src/app" },
  { target: "./src/components", from: ["./src/app", "./src/features"] },
  { target: "./src/lib", from: ["./src/app", "./src/features", "./src/components"] },
  { target: "./src/api", from: ["./src/app", "./src/features", "./src/components", "./src/lib"] },
];

export default tseslint.config(
  { ignores: ["dist", "src/api/schema.d.ts"] },
  {
    files: ["src/**/*.{ts,tsx}"],
    extends: [
      ...tseslint.configs.strictTypeChecked,
      reactHooks.configs.flat.recommended,
      jsxA11y.flatConfigs.strict,
    ],
    plugins: { "import-x": importX },
    languageOptions: {
      parserOptions: { project: "./tsconfig.app.json", tsconfigRootDir: import.meta.dirname },
    },
    settings: {
      "import-x/resolver-next": [
        createTypeScriptImportResolver({ project: "./tsconfig.app.json" }),
      ],
    },
    rules: {
      "import-x/no-cycle": "error",
      "import-x/no-default-export": "error",
      "import-x/no-restricted-paths": ["error", { zones: [...betweenFeatures, ...upward] }],
      // A region that scrolls must be reachable by keyboard.
      "jsx-a11y/no-noninteractive-tabindex": ["error", { tags: ["pre"], roles: ["region"] }],
      "max-lines": ["error", { max: 120, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    // The router redirects by throwing.
    files: ["src/app/**/*.{ts,tsx}"],
    rules: { "@typescript-eslint/only-throw-error": "off" },
  },
  {
    files: ["src/**/*.test.{ts,tsx}", "src/testing/**"],
    rules: { "max-lines": ["error", { max: 200 }] },
  },
);
