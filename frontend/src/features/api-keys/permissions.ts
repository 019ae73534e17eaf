import type { NewApiKey } from "@/api/contract";

export type Permission = NewApiKey["permissions"][number];

interface PermissionGroup {
  name: string;
  permissions: { id: Permission; words: string }[];
}

export const PERMISSION_GROUPS: PermissionGroup[] = [
  {
    name: "Memory",
    permissions: [
      { id: "memory.read", words: "Recall and read" },
      { id: "memory.write", words: "Remember and change" },
      { id: "memory.delete", words: "Forget" },
    ],
  },
  {
    name: "Agents and runs",
    permissions: [
      { id: "agent.read", words: "Read agents" },
      { id: "agent.write", words: "Make and change agents" },
      { id: "run.read", words: "Read runs" },
      { id: "run.write", words: "Start and cancel runs" },
      { id: "sandbox.execute", words: "Execute code in the sandbox" },
    ],
  },
  {
    name: "Account",
    permissions: [
      { id: "usage.read", words: "Read usage" },
      { id: "key.read", words: "List API keys" },
      { id: "key.write", words: "Make and revoke API keys" },
      { id: "member.read", words: "List members" },
      { id: "member.write", words: "Change members" },
    ],
  },
];

const ALL = PERMISSION_GROUPS.flatMap((group) => group.permissions.map(({ id }) => id));

/** The permissions of a key at a glance. */
export function permissionWords(permissions: string[]): string {
  return ALL.every((id) => permissions.includes(id)) ? "all" : permissions.join(", ");
}

/** What most agents need, and nothing that deletes. */
export const USUAL_PERMISSIONS: ReadonlySet<string> = new Set(["memory.read", "memory.write"]);

/** Those of the known permissions whose names are given. */
export function pickPermissions(names: string[]): Permission[] {
  return ALL.filter((id) => names.includes(id));
}
