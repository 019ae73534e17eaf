import { Menu } from "@base-ui/react/menu";
import { Link } from "@tanstack/react-router";

import { Icon } from "@/components/icon";

import { PHONE_MORE } from "./destinations";

interface MoreMenuProps {
  className: string;
}

export function MoreMenu({ className }: MoreMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className={`text-ink-2 ${className}`}>
        <Icon name="more" className="size-5" />
        More
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="end" sideOffset={8} className="z-30">
          <Menu.Popup className="card shadow-float min-w-[180px] p-1">
            {PHONE_MORE.map(({ to, name, icon }) => (
              <Menu.Item
                key={to}
                closeOnClick
                render={<Link to={to} />}
                className="data-highlighted:bg-hover flex h-10 items-center gap-3 rounded-md px-3"
              >
                <Icon name={icon} />
                {name}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
