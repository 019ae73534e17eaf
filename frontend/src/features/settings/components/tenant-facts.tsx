import type { Tenant } from "@/api/contract";

interface TenantFactsProps {
  tenant: Tenant;
}

export function TenantFacts({ tenant }: TenantFactsProps) {
  const facts = [
    ["Name", tenant.name],
    ["Plan", tenant.plan],
    ["You", tenant.member?.email ?? "an API key"],
    ["Role", tenant.role],
    ["Id", tenant.id],
  ] as const;
  return (
    <dl className="card grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2 p-4">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd
            dir="auto"
            className={`min-w-0 break-words ${name === "Id" ? "figures text-13" : ""}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
