import { Icon } from "./icon";

interface NoticeBannerProps {
  notices: { code: string; message: string }[];
}

/** Calm facts about the instance that explain what one sees. */
export function NoticeBanner({ notices }: NoticeBannerProps) {
  if (notices.length === 0) return null;
  return (
    <section aria-label="Notices" className="bg-hover border-line rounded-md border px-3 py-2">
      <ul className="flex flex-col gap-1">
        {notices.map(({ code, message }) => (
          <li key={code} className="text-13 flex gap-2">
            <Icon name="info" className="text-ink-2 mt-[2px] size-4" />
            <span className="min-w-0 break-words">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
