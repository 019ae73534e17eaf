import { Loading } from "@/components/loading";
import { Logo } from "@/components/logo";

export function ShellLoading() {
  return (
    <main className="mx-auto flex max-w-[560px] flex-col gap-6 px-4 py-10">
      <Logo />
      <Loading what="Enfilade" />
    </main>
  );
}
