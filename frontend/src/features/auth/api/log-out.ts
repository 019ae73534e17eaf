import { useMutation } from "@tanstack/react-query";

import { leave } from "./account";

export function useLogOut() {
  return useMutation({ mutationFn: leave });
}
