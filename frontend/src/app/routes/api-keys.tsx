import { Page } from "@/components/page";
import { KeyList } from "@/features/api-keys/components/key-list";
import { NewKeyDialog } from "@/features/api-keys/components/new-key-dialog";
import { usePalaces } from "@/lib/palaces";

export function ApiKeysRoute() {
  const palaces = usePalaces();
  return (
    <Page
      title="API keys"
      lead="One key per agent or script, with no more permissions than it needs."
      action={<NewKeyDialog palaces={palaces.data?.items ?? []} />}
    >
      <KeyList />
    </Page>
  );
}
