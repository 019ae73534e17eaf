import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { Page } from "@/components/page";
import { Section } from "@/components/section";
import { LogOutButton } from "@/features/auth/components/log-out-button";
import { TenantFacts } from "@/features/settings/components/tenant-facts";
import { ThemeChoice } from "@/features/settings/components/theme-choice";
import { useCurrentTenant } from "@/lib/current-tenant";

export function SettingsRoute() {
  const tenant = useCurrentTenant();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = async () => {
    await navigate({ to: "/log-in" });
    // Nothing of this member stays for whoever logs in next.
    queryClient.clear();
  };
  return (
    <Page title="Settings">
      <Section title="Tenant">
        <TenantFacts tenant={tenant} />
      </Section>
      <Section title="Theme">
        <ThemeChoice />
      </Section>
      <Section title="Session">
        <LogOutButton onLeft={() => void leave()} />
      </Section>
    </Page>
  );
}
