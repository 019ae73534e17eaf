import { CopyButton } from "./copy-button";

interface CodeBlockProps {
  title: string;
  text: string;
}

/** Text meant to be pasted elsewhere. */
export function CodeBlock({ title, text }: CodeBlockProps) {
  return (
    <figure className="card min-w-0 overflow-hidden">
      <figcaption className="border-line flex items-center justify-between border-b py-1 pr-1 pl-3">
        <span className="text-13 text-ink-2">{title}</span>
        <CopyButton text={text} what={title} />
      </figcaption>
      <pre tabIndex={0} className="text-12 overflow-x-auto p-3 font-mono leading-5">
        {text}
      </pre>
    </figure>
  );
}
