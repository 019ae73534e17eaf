import { Page } from "@/components/page";
import { KeyList } from "@/features/api-keys/components/key-list";
import { NewKeyDialog } from "@/features/api-keys/components/new-key-dialog";
import { useCurrentTenant } from "@/lib/current-tenant";

export function ApiKeysRoute() {
  const { palaces } = useCurrentTenant();
  return (
    <Page
      title="API keys"
      lead="One key per agent or script, with no more permissions than it needs."
      action={<NewKeyDialog palaces={palaces} />}
    >
      <KeyList />
    </Page>
  );
}
