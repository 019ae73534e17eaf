import { formatExact, formatRelative } from "@/lib/times";
import { useNow } from "@/lib/use-now";

interface RelativeTimeProps {
  at: string;
}

/** "3 min ago", with the exact moment on hover. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatExact(at)} className="whitespace-nowrap">
      {formatRelative(at, now)}
    </time>
  );
}
