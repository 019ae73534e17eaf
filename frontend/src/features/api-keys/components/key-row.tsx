import type { ApiKey } from "@/api/contract";
import { RelativeTime } from "@/components/relative-time";

import { permissionWords } from "../permissions";

import { RevokeKey } from "./revoke-key";

interface KeyRowProps {
  apiKey: ApiKey;
}

export function KeyRow({ apiKey }: KeyRowProps) {
  const { name, prefix, last4, permissions, last_used_at, expires_at, revoked_at } = apiKey;
  const isRevoked = revoked_at !== null;
  return (
    <tr className={isRevoked ? "text-ink-2" : ""}>
      <th
        scope="row"
        dir="auto"
        title={name}
        className="max-w-[220px] truncate text-left font-strong"
      >
        {name}
      </th>
      <td className="figures text-12 whitespace-nowrap">
        {prefix}…{last4}
      </td>
      <td className="max-w-[260px] truncate" title={permissions.join(", ")}>
        {permissionWords(permissions)}
      </td>
      <td>{last_used_at ? <RelativeTime at={last_used_at} /> : "never"}</td>
      <td>{expires_at ? <RelativeTime at={expires_at} /> : "never"}</td>
      <td className="text-right whitespace-nowrap">
        {isRevoked ? (
          <>
            revoked <RelativeTime at={revoked_at} />
          </>
        ) : (
          <RevokeKey apiKey={apiKey} />
        )}
      </td>
    </tr>
  );
}
