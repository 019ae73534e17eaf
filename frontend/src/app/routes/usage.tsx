import { useNavigate, useSearch } from "@tanstack/react-router";

import { Page } from "@/components/page";
import { UsageReport } from "@/features/usage/components/usage-report";

export function UsageRoute() {
  const { chart } = useSearch({ from: "/house/usage" });
  const navigate = useNavigate();
  return (
    <Page title="Usage">
      <UsageReport
        chart={chart}
        onChart={(next) =>
          void navigate({
            to: "/usage",
            search: { chart: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </Page>
  );
}
